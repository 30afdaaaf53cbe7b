import { expect, it, jest } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import { ApiError, type ApiErrorCode } from './api-error.js';
import { ErrorFilter } from './error.filter.js';

const logger = { error: jest.fn(), info: jest.fn() };
const filter = new ErrorFilter(logger as never, {} as never);

async function answerTo(thrown: unknown): Promise<{ status: number; body: object }> {
  const answer = { status: 0, body: {} };
  const reply = {
    raw: {},
    status: (status: number) => Object.assign(reply, { answered: (answer.status = status) }),
    headers: () => reply,
    send: (body: object) => (answer.body = body),
  };
  const http = {
    getRequest: () => ({ id: 'r1', method: 'POST', url: '/x' }),
    getResponse: () => reply,
  };
  await filter.catch(thrown, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return answer;
}

const failed = (code: ApiErrorCode) => new ApiError(500, code, 'said so', [{ executionId: 'e1' }]);

it('logs a fault of the service as an error, by the id that the answer names', async () => {
  const answer = await answerTo(new Error('a secret'));
  expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL', requestId: 'r1' } });
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(logger.error).toHaveBeenCalledWith(
    expect.objectContaining({ requestId: 'r1' }),
    'INTERNAL',
  );
});

it('logs no error because the workflow of a caller failed', async () => {
  logger.error.mockClear();
  expect(await answerTo(failed('EXECUTION_FAILED'))).toMatchObject({ status: 500 });
  expect(logger.error).not.toHaveBeenCalled();
  const details = [{ executionId: 'e1' }];
  expect(logger.info).toHaveBeenCalledWith({ requestId: 'r1', details }, 'EXECUTION_FAILED');
});
