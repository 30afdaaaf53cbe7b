import { expect, it, jest } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import { OwnHeaders } from '../http/own-headers.js';
import { ErrorFilter } from './error.filter.js';

const logger = { error: jest.fn(), info: jest.fn() };
const filter = new ErrorFilter(logger as never, {} as never);

interface FakeReply {
  readonly status: number;
  readonly body: object;
  readonly headers: Record<string, unknown>;
  readonly isDestroyed: boolean;
}

/** @param send runs when the answer is sent */
async function answerTo(
  thrown: unknown,
  headers: Record<string, unknown> = {},
  send: () => void = () => undefined,
): Promise<FakeReply> {
  const answer = { status: 0, body: {}, headers, isDestroyed: false };
  const reply = {
    raw: { destroy: () => (answer.isDestroyed = true) },
    status: (status: number) => Object.assign(reply, { answered: (answer.status = status) }),
    headers: () => reply,
    getHeaders: () => headers,
    removeHeader: (name: string) => Reflect.deleteProperty(headers, name),
    send: (body: object) => {
      send();
      answer.body = body;
    },
  };
  const server = { ownHeaders: new OwnHeaders() };
  const http = {
    getRequest: () => ({
      id: 'r1',
      method: 'POST',
      url: '/x',
      routeOptions: { url: '/x' },
      server,
    }),
    getResponse: () => reply,
  };
  await filter.catch(thrown, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return answer;
}

it('logs an internal error with the request id and hides its message', async () => {
  const answer = await answerTo(new Error('a secret'));
  expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL', requestId: 'r1' } });
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(logger.error).toHaveBeenCalledWith(
    expect.objectContaining({ requestId: 'r1' }),
    'INTERNAL',
  );
});

it('keeps only the headers of the service on an error answer', async () => {
  const headers = { 'x-request-id': 'r1', 'x-execution-id': 'e1', trailer: 'x', 'x-who': '🌍' };
  const answer = await answerTo(new Error('not sent'), headers);
  expect(answer.headers).toEqual({ 'x-request-id': 'r1', 'x-execution-id': 'e1' });
});

it('closes the connection and logs an error when it can not send the answer', async () => {
  const answer = await answerTo(new Error('not sent'), {}, () => {
    throw new Error('not sent either');
  });
  expect(answer.isDestroyed).toBe(true);
  expect(logger.error).toHaveBeenCalledWith(
    expect.objectContaining({ requestId: 'r1' }),
    'ERROR_NOT_ANSWERED',
  );
});
