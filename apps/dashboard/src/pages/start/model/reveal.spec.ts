import { describe, expect, it } from '@jest/globals';
import type { LedgerLine } from './ledger-lines.js';
import { litBlocks } from './reveal.js';

const line = (blockId: string | null): LedgerLine => ({
  ...{ key: blockId ?? 'end', offset: 1, attempt: null, type: '', what: '' },
  ...{ afterMs: 0, tone: 'plain', blockId },
});
const lines = [line(null), line('call'), line('check'), line(null)];
const success = { status: 'success' };
const states = new Map([
  ['hook', success],
  ['call', success],
  ['check', success],
  ['never', { status: 'skipped' }],
]);
const lit = (shown: number): string =>
  [...litBlocks(states, lines, shown)].map(([id, { status }]) => `${id} ${status}`).join(', ');

describe('litBlocks', () => {
  it.each([
    [1, 'hook success, call running'],
    [2, 'hook success, call success, check running'],
    [3, 'hook success, call success, check success'],
    [4, 'hook success, call success, check success, never skipped'],
  ])('after %d events', (shown, expected) => expect(lit(shown)).toBe(expected));
});
