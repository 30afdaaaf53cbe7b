import { describe, expect, it } from '@jest/globals';
import { normalisedMessage } from './error-message.js';

describe('the message of a group of errors', () => {
  it.each([
    ['HTTP 402 after 3 tries', 'HTTP <n> after <n> tries'],
    ['The order "A-7" is not known', 'The order <text> is not known'],
    ["Can't read 'name' of `order`", "Can't read <text> of <text>"],
    ['No answer from api.example.com:443', 'No answer from <host>'],
    ['GET https://api.example.com/orders/7?x=1 failed', 'GET <url> failed'],
    ['Order 0197a1b2-c3d4-7e5f-8a9b-000000000018 failed.', 'Order <id> failed.'],
    ['connect ECONNREFUSED 10.0.0.7:5432', 'connect ECONNREFUSED <id>'],
    ['took 4.2s at 2026-11-20T10:00:00.000Z', 'took <n>.<n>s at <id>'],
    ['line\n\tbreak', 'line break'],
    ['', ''],
  ])('of %j is %j', (message, expected) => {
    expect(normalisedMessage(message)).toBe(expected);
  });

  it('is the same for the same failure of other data', () => {
    const of = (id: number, host: string): string =>
      normalisedMessage(`POST to ${host} refused item ${id} of "order ${id}"`);
    expect(of(7, 'eu.example.com')).toBe(of(1_234, 'us.example.org'));
  });

  it('has at most 200 characters and no half of a character', () => {
    expect(normalisedMessage('x'.repeat(5_000))).toHaveLength(200);
    expect(normalisedMessage(`${'x'.repeat(199)}😀`).isWellFormed()).toBe(true);
  });

  it.each(['"', "'", '`', 'a.', '9.', 'https://', '-', ':', ' '])(
    'takes no longer for a message made of %j',
    (part) => {
      for (let n = 0; n < 100; n += 1)
        expect(normalisedMessage(part.repeat(1_000_000)).length).toBeLessThanOrEqual(200);
    },
  );
});
