import { describe, expect, it } from '@jest/globals';
import { newHistory } from '@libs/execution';
import { Suspects, type Candidate } from './suspects.js';

const requested = (executionId: string, requestOffset: number): Candidate => ({
  executionId,
  origin: { requestOffset, commands: [] },
});
const woken = (executionId: string, offset: number): Candidate => ({
  executionId,
  origin: {
    requestOffset: null,
    commands: [{ kind: 'cancel', executionId, offset, reason: '' }],
  },
});

const after = (slots: number): Suspects =>
  new Suspects(
    {
      unfinished: new Map([['begun', newHistory('begun')]]),
      resumed: new Map([['woken before', []]]),
      requestsTo: 10,
      controlTo: 5,
    },
    slots,
  );

describe('suspects', () => {
  it('are executions in flight in the ledger until they end or park', () => {
    const suspects = after(0);
    expect(suspects.has(requested('begun', 3))).toBe(true);
    expect(suspects.has(woken('woken before', 9))).toBe(true);
    expect(suspects.size).toBe(2);
    suspects.clear('begun');
    suspects.clear('woken before');
    expect(suspects.size).toBe(0);
    expect(suspects.has(requested('begun', 3))).toBe(false);
  });

  it('include as many requests as the earlier owner had slots', () => {
    const suspects = after(2);
    const asked = [1, 2, 3].map((offset) => suspects.has(requested(`r${offset}`, offset)));
    expect(asked).toEqual([true, true, false]);
  });

  it('include no request or command from after the claim', () => {
    const suspects = after(200);
    expect(suspects.has(requested('later', 10))).toBe(false);
    expect(suspects.has(woken('later', 5))).toBe(false);
    expect(suspects.has(woken('earlier', 4))).toBe(true);
  });

  it('are absent from Suspects.none()', () => {
    expect(Suspects.none().has(requested('begun', 0))).toBe(false);
  });
});
