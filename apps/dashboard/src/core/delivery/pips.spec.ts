import { describe, expect, it } from '@jest/globals';
import { pipsOf, rowPips } from './pips.js';

describe('pipsOf', () => {
  it.each([
    [{ state: 'succeeded', attemptCount: 1, nextDueAt: null }, ['succeeded']],
    [{ state: 'succeeded', attemptCount: 3, nextDueAt: null }, ['failed', 'failed', 'succeeded']],
    [{ state: 'pending', attemptCount: 0, nextDueAt: '2026-01-31T12:00:00Z' }, ['due']],
    [{ state: 'pending', attemptCount: 1, nextDueAt: '2026-01-31T12:00:00Z' }, ['failed', 'due']],
    [{ state: 'exhausted', attemptCount: 2, nextDueAt: null }, ['failed', 'failed']],
    [{ state: 'suppressed', attemptCount: 0, nextDueAt: null }, []],
  ])('draws %j as %j', (delivery, expected) => {
    expect(pipsOf(delivery)).toEqual(expected);
  });
});

describe('the pips of a row', () => {
  it('are those of the receiver that is worst off', () => {
    const fine = { attempts: ['failed', 'ok'] as const, nextAttemptAt: null };
    const waiting = { attempts: ['failed'] as const, nextAttemptAt: '2026-01-31T12:00:00Z' };
    expect(rowPips([fine, waiting])).toEqual(['failed', 'due']);
    expect(rowPips([fine])).toEqual(['failed', 'succeeded']);
    expect(rowPips([])).toEqual([]);
  });
});
