import { describe, expect, it } from '@jest/globals';
import { ApiRefusal } from '@libs/client';
import { failureOf, NoAnswer } from './failure.js';

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
    [500, { kind: 'broken', status: 500, requestId: 'r1' }],
    [503, { kind: 'broken', status: 503, requestId: 'r1' }],
  ])('reads %d', (status, expected) => {
    expect(failureOf(refusal(status))).toEqual(expected);
  });

  it('tells a server that did not answer from a fault of the page', () => {
    expect(failureOf(new NoAnswer())).toEqual({ kind: 'offline' });
    const fault = new TypeError("Cannot read properties of undefined (reading 'total')");
    expect(failureOf(fault)).toEqual({ kind: 'fault' });
    expect(failureOf(new SyntaxError('Unexpected token'))).toEqual({ kind: 'fault' });
  });

  it('shows nothing of the page that a proxy answered', () => {
    const html = {
      error: '<html>502 Bad Gateway</html>',
      code: 'INTERNAL',
      requestId: '',
    } as const;
    expect(failureOf(new ApiRefusal(502, html, null))).toEqual({
      ...{ kind: 'broken', status: 502, requestId: null },
    });
    expect(failureOf(new ApiRefusal(403, html, null))).toEqual({ kind: 'forbidden', message: '' });
  });
});
