import { describe, expect, it } from '@jest/globals';
import { delayTiers } from '@libs/contracts';
import { egressErrorCodes } from '@libs/egress';
import fc from 'fast-check';
import { type AttemptOutcome, decideAfterAttempt, retryAfterMs } from './schedule.decider.js';

const context = { position: 1, maxAttempts: 5, endedAt: 1_000_000, random: 0, delayScale: 1 };
const answered = (status: number, headers: Record<string, string> = {}): AttemptOutcome => ({
  kind: 'answer',
  status,
  headers,
});

const outcomes: fc.Arbitrary<AttemptOutcome> = fc.oneof(
  fc.record({
    kind: fc.constant('answer' as const),
    status: fc.integer({ min: 200, max: 599 }),
    headers: fc.record(
      { 'retry-after': fc.oneof(fc.nat(2000).map(String), fc.string()) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    kind: fc.constant('none' as const),
    errorCode: fc.constantFrom(...egressErrorCodes),
  }),
);

describe('the decision after an attempt', () => {
  it.each([200, 201, 204, 299])('spec 4.5.2: %i is success', (status) => {
    expect(decideAfterAttempt(answered(status), context)).toEqual({ kind: 'succeeded' });
  });

  it.each([429, 500, 502, 503, 504, 599])('spec 7.5: %i is retried', (status) => {
    expect(decideAfterAttempt(answered(status), context).kind).toBe('retryAt');
  });

  it.each([
    [301, 'REDIRECT_REFUSED'],
    [302, 'REDIRECT_REFUSED'],
    [304, 'REDIRECT_REFUSED'],
    [400, 'STATUS_REFUSED'],
    [401, 'STATUS_REFUSED'],
    [404, 'STATUS_REFUSED'],
    [408, 'STATUS_REFUSED'],
  ])('spec 4.5.3 and 7.5: %i fails at once', (status, reason) => {
    expect(decideAfterAttempt(answered(status), context)).toEqual({
      kind: 'failed',
      reason,
      deactivate: false,
    });
  });

  it('stops when the receiver answers 410, disable or abort-message', () => {
    expect(decideAfterAttempt(answered(410), context)).toEqual({
      kind: 'failed',
      reason: 'GONE',
      deactivate: true,
    });
    expect(decideAfterAttempt(answered(503, { 'webhook-delivery': 'disable' }), context)).toEqual({
      kind: 'failed',
      reason: 'RECEIVER_DISABLED',
      deactivate: true,
    });
    expect(
      decideAfterAttempt(answered(500, { 'webhook-delivery': 'abort-message' }), context),
    ).toEqual({
      kind: 'failed',
      reason: 'RECEIVER_ABORTED',
      deactivate: false,
    });
  });

  it('retries when no answer came, unless the address is forbidden', () => {
    for (const errorCode of egressErrorCodes) {
      const forbidden = errorCode === 'EGRESS_DENIED' || errorCode === 'INVALID_URL';
      expect(decideAfterAttempt({ kind: 'none', errorCode }, context).kind).toBe(
        forbidden ? 'failed' : 'retryAt',
      );
    }
  });

  it('spec 8.5: waits 5 s, 15 s, 1 m, 3 m and is exhausted by the fifth failure', () => {
    const run = [1, 2, 3, 4, 5].map((position) =>
      decideAfterAttempt(answered(500), { ...context, position }),
    );
    expect(
      run.map((decision) => (decision.kind === 'retryAt' ? decision.tier.name : decision.kind)),
    ).toEqual(['5s', '15s', '1m', '3m', 'exhausted']);
  });

  it('uses the last delay when a sixth send is allowed', () => {
    expect(
      decideAfterAttempt(answered(500), { ...context, position: 5, maxAttempts: 6 }),
    ).toMatchObject({ tier: { name: '10m' } });
  });

  it.each([
    ['0', '5s'],
    ['5', '5s'],
    ['6', '15s'],
    ['61', '3m'],
    ['86400', '10m'],
    ['nonsense', '5s'],
  ])('maps Retry-After %s to the tier %s', (asked, tier) => {
    for (const status of [429, 503]) {
      expect(decideAfterAttempt(answered(status, { 'retry-after': asked }), context)).toMatchObject(
        { tier: { name: tier } },
      );
    }
  });

  it('obeys Retry-After only on 429 and 503, and only to wait longer', () => {
    expect(decideAfterAttempt(answered(500, { 'retry-after': '60' }), context)).toMatchObject({
      tier: { name: '5s' },
    });
    expect(
      decideAfterAttempt(answered(503, { 'retry-after': '1' }), { ...context, position: 3 }),
    ).toMatchObject({ tier: { name: '1m' } });
  });

  it('parses a Retry-After date', () => {
    expect(retryAfterMs(new Date(10_000).toUTCString(), 4_000)).toBe(6_000);
    expect(retryAfterMs(new Date(10_000).toUTCString(), 14_000)).toBe(0);
  });

  it('spec 8.7: is due at most 10 % after its tier and never before it', () => {
    fc.assert(
      fc.property(
        outcomes,
        fc.integer({ min: 1, max: 8 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (outcome, position, random) => {
          const decision = decideAfterAttempt(outcome, { ...context, position, random });
          if (decision.kind !== 'retryAt') return;
          const waited = decision.dueAt - context.endedAt;
          expect(waited).toBeGreaterThanOrEqual(decision.tier.delayMs);
          expect(waited).toBeLessThanOrEqual(decision.tier.delayMs * 1.1 + 1);
          expect(delayTiers.indexOf(decision.tier)).toBeGreaterThanOrEqual(
            Math.min(position, 5) - 1,
          );
        },
      ),
    );
  });

  it('never allows more sends than maxAttempts', () => {
    fc.assert(
      fc.property(
        fc.array(outcomes, { minLength: 20, maxLength: 20 }),
        fc.integer({ min: 1, max: 9 }),
        (run, maxAttempts) => {
          let sends = 0;
          for (const outcome of run) {
            sends += 1;
            if (
              decideAfterAttempt(outcome, { ...context, position: sends, maxAttempts }).kind !==
              'retryAt'
            )
              break;
          }
          expect(sends).toBeLessThanOrEqual(maxAttempts);
        },
      ),
    );
  });
});
