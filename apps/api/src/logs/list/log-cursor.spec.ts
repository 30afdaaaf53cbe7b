import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../errors/index.js';
import { decodeLogCursor, encodeLogCursor } from './log-cursor.js';
import { logParameters } from '../query/log-parameters.js';

const workspaceId = '33333333-3333-4333-8333-333333333333';
const parametersOf = (query: object) => logParameters.parse({ workspaceId, ...query });
const key = fc.record({
  startedAt: fc.date({ min: new Date(-2e14), noInvalidDate: true }),
  id: fc.uuid(),
  window: fc.constant(null),
});
const invalid = (attempt: () => unknown): boolean => {
  try {
    attempt();
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 400 && error.code === 'INVALID_CURSOR';
  }
};

describe('log cursor', () => {
  it('decodes to its key, also with another page size and view', () => {
    fc.assert(
      fc.property(key, (last) => {
        const cursor = encodeLogCursor(parametersOf({ limit: '5' }), last);
        expect(
          decodeLogCursor(parametersOf({ limit: '7', details: 'full', cursor }), cursor),
        ).toEqual(last);
      }),
    );
  });

  it('is refused with other filters or another order', () => {
    const cursor = encodeLogCursor(parametersOf({ level: 'info' }), {
      startedAt: new Date(0),
      id: workspaceId,
      window: null,
    });
    for (const query of [
      {},
      { level: 'error' },
      { level: 'info', order: 'asc' },
      { level: 'info', search: 'xyz' },
    ]) {
      expect(invalid(() => decodeLogCursor(parametersOf(query), cursor))).toBe(true);
    }
  });

  it('is refused when the text is no cursor', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
        (text) => {
          expect(invalid(() => decodeLogCursor(parametersOf({}), text))).toBe(true);
        },
      ),
    );
  });
});
