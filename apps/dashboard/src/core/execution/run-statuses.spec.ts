import { describe, expect, it } from '@jest/globals';
import { applyEvents, emptyLedger } from './execution-ledger.js';
import { executionTree } from './execution-tree.js';
import { outlineOf } from './outline.js';
import { lastSpans, runFigures, runStatuses } from './run-statuses.js';
import { nothingTakenOver, type TakenOver } from './taken-over.js';
import { runFrom } from './testing/run-from.js';

const outline = outlineOf({
  blocks: [
    { id: 'hook', type: 'webhook' },
    ...['fetch', 'call', 'charge', 'accept'].map((id) => ({ id, type: 'api' })),
    { id: 'ask', type: 'approval' },
    { id: 'each', type: 'loop' },
  ],
  edges: [
    ['hook', 'fetch'],
    ['fetch', 'charge'],
    ['charge', 'accept'],
  ].map(([from, to]) => ({ from, to })),
});
const ledgerOf = (...drawn: readonly string[]) => applyEvents(emptyLedger, runFrom(...drawn));
const statuses = (taken: TakenOver, ...drawn: readonly string[]) => {
  const ledger = ledgerOf(...drawn);
  const tree = executionTree(ledger, outline);
  const reasonText = ({ code }: { code: string }, tries: number): string => `${code} ${tries}`;
  return Object.fromEntries(runStatuses({ ledger, tree, outline, taken, reasonText }));
};

describe('how the blocks of a draft stand by a run', () => {
  it('says how long each took, why one failed and at which try', () => {
    const { fetch, charge, accept } = statuses(nothingTakenOver, 'fetch ##', 'charge ..#x~#x');
    expect(fetch).toMatchObject({ status: 'success', figure: '200 ms' });
    expect(charge).toMatchObject({ status: 'error', tries: 2, detail: 'HTTP_STATUS 2' });
    expect(accept).toEqual({ status: 'skipped' });
  });

  it('gives no duration to a block that runs', () => {
    expect(statuses(nothingTakenOver, 'fetch ##>')['fetch']).toEqual({ status: 'running' });
  });

  it('calls no block skipped whose result was taken over', () => {
    expect(statuses(nothingTakenOver, 'charge ##')['fetch']).toEqual({ status: 'skipped' });
    const taken = new Map([
      ['fetch', { status: 'reused' }],
      ['call', null],
    ]);
    const reused = statuses(taken, 'charge ##');
    expect(reused['fetch']).toEqual({ status: 'reused' });
    expect(reused['call']).toBeUndefined();
    expect(reused['accept']).toEqual({ status: 'skipped' });
  });

  it('shows durations and failures of the last run, and no duration of a wait', () => {
    expect(
      Object.fromEntries(runFigures(ledgerOf('fetch ##', 'charge ..#x', 'ask:approval ###'))),
    ).toEqual({
      fetch: { status: null, figure: '200 ms' },
      charge: { status: 'error', figure: '200 ms' },
    });
  });

  it('takes the last iteration of a block in a loop', () => {
    const last = lastSpans(ledgerOf('call@each[0] ..#', 'call@each[1] ....##', 'each:loop ..####'));
    expect(last.get('call')?.iteration).toBe('each[1]');
  });
});
