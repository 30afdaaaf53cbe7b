import { describe, expect, it } from '@jest/globals';
import { applyEvents, emptyLedger } from '../../../core/execution/execution-ledger.js';
import { outlineOf } from '../../../core/execution/outline.js';
import { runFrom } from '../../../core/execution/testing/run-from.js';
import { verdictOf } from '../../../core/execution/verdict.js';
import { rerunStart } from './rerun-from.js';

const outline = outlineOf({
  blocks: [{ id: 'each', name: 'For each line', type: 'loop' }],
  edges: [],
});
const start = (...drawn: readonly string[]) => {
  const ledger = applyEvents(emptyLedger, runFrom(...drawn));
  return rerunStart(verdictOf(ledger, outline), ledger, outline);
};

describe('a rerun of a failed execution', () => {
  it('begins at the block that failed', () => {
    expect(start('fetch ##', 'charge ..#x')).toEqual({ blockId: 'charge', name: 'charge' });
  });

  it('begins at the container around it, outside of all iterations', () => {
    expect(start('call@each[0].lines[2] #x')).toEqual({ blockId: 'each', name: 'For each line' });
  });

  it('begins at its start when nothing failed', () => {
    expect(start('fetch ##')).toBeNull();
  });
});
