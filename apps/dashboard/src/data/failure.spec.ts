import { describe, expect, it } from '@jest/globals';
import { ApiRefusal } from '@libs/client';
import { failureOf } from './failure.js';

const refusal = (status: number): ApiRefusal =>
  new ApiRefusal(status, { error: 'why', code: 'INTERNAL', requestId: 'r1' }, 7);

describe('failureOf', () => {
  it.each([
    [401, { kind: 'signedOut' }],
    [403, { kind: 'forbidden', message: 'why' }],
    [404, { kind: 'missing' }],
    [412, { kind: 'conflict', message: 'why' }],
    [422, { kind: 'refused', message: 'why' }],
    [429, { kind: 'limited', retryAfterSeconds: 7 }],
    [500, { kind: 'broken', requestId: 'r1' }],
    [503, { kind: 'broken', requestId: 'r1' }],
  ])('reads %d', (status, expected) => {
    expect(failureOf(refusal(status))).toEqual(expected);
  });

  it('takes everything that is no answer as offline', () => {
    expect(failureOf(new TypeError('Failed to fetch'))).toEqual({ kind: 'offline' });
  });
});
