import { describe, expect, it } from '@jest/globals';
import { applyEvents, emptyLedger } from './execution-ledger.js';
import { executionTree } from './execution-tree.js';
import { outlineOf } from './outline.js';
import { runFrom } from './testing/run-from.js';
import { blockStates } from './block-states.js';

const outline = outlineOf({
  blocks: [
    { id: 'hook', type: 'webhook' },
    ...['fetch', 'call', 'charge', 'accept'].map((id) => ({ id, type: 'api' })),
    { id: 'each', type: 'loop' },
    { id: 'hint', type: 'note' },
  ],
  edges: [],
});
const states = (...drawn: readonly string[]) => {
  const ledger = applyEvents(emptyLedger, runFrom(...drawn));
  return Object.fromEntries(
    blockStates(ledger.spans.values(), executionTree(ledger, outline), outline),
  );
};

describe('blockStates', () => {
  it('shows the worst run of a block in a loop, and counts the iterations', () => {
    expect(
      states(
        'fetch ##',
        'call@each[0] ..#',
        'call@each[1] ...x',
        'each:loop ..##',
        'charge ....#x~#',
      ),
    ).toEqual({
      hook: { status: 'success', ports: ['out'] },
      fetch: { status: 'success', ports: ['out'] },
      call: { status: 'error', ports: ['out'] },
      each: {
        status: 'success',
        ports: ['out', 'each'],
        iterations: { ok: 1, failed: 1, total: 2 },
      },
      charge: { status: 'success', tries: 2, ports: ['out'] },
      accept: { status: 'skipped' },
    });
  });

  it('leaves open what may still come', () => {
    expect(states('fetch ##>')).toEqual({
      hook: { status: 'success', ports: ['out'] },
      fetch: { status: 'running' },
    });
  });
});
