import { describe, expect, it } from '@jest/globals';
import { applyEvents, emptyLedger } from './execution-ledger.js';
import { outlineOf } from './outline.js';
import { takenOver } from './taken-over.js';
import { runFrom } from './testing/run-from.js';

const outline = outlineOf({
  blocks: [
    { id: 'hook', type: 'webhook' },
    { id: 'if', type: 'condition' },
    { id: 'hint', type: 'note' },
    ...['fetch', 'call', 'beside', 'join', 'last'].map((id) => ({ id, type: 'api' })),
  ],
  edges: [
    ['hook', 'if'],
    ['if', 'fetch'],
    ['if', 'call'],
    ['hook', 'beside'],
    ['fetch', 'join'],
    ['call', 'join'],
    ['join', 'last'],
  ].map(([from, to]) => ({ from, to })),
});
const ledgerOf = (drawn: readonly string[]) => applyEvents(emptyLedger, runFrom(...drawn));
const whole = ['if #', 'fetch .#', 'beside .#', 'join ..#', 'last ...#'];
const rerun = { draft: false, rerunOf: 'a' };

const found = (
  drawn: readonly string[],
  earlier: readonly string[] | null = whole,
  head = rerun,
  earlierHead = { draft: false, rerunOf: null as string | null },
) =>
  [
    ...takenOver(
      head,
      ledgerOf(drawn),
      outline,
      earlier && { head: earlierHead, ledger: ledgerOf(earlier) },
    ).keys(),
  ].toSorted();

describe('what a run took over', () => {
  it('is what the earlier run has and this one did not run again', () => {
    expect(found(['join #', 'last .#'])).toEqual(['beside', 'fetch', 'if']);
    expect(found(['fetch #', 'join .#', 'last ..#'])).toEqual(['beside', 'if']);
  });

  it('has the ports by which the earlier run went on', () => {
    const ledger = ledgerOf(['join #']);
    const earlier = { head: { draft: false, rerunOf: null }, ledger: ledgerOf(whole) };
    expect(takenOver(rerun, ledger, outline, earlier).get('fetch')).toEqual({
      ...{ status: 'reused', ports: ['out'] },
    });
  });

  it('is no block that failed, was passed by, or lies behind one that ran', () => {
    expect(found(['join #'], ['if #', 'fetch .#', 'beside .x'])).toEqual(['fetch', 'if']);
    expect(found(['fetch x'])).toEqual(['beside', 'if']);
  });

  it('is only what led to a block that runs, as long as others may run', () => {
    expect(found(['join #>'])).toEqual(['fetch', 'if']);
    expect(found([])).toEqual([]);
  });

  it('is all that led to a block that ran, where no earlier run tells more', () => {
    expect(found(['join #'], null)).toEqual(['call', 'fetch', 'if']);
    const again = { draft: false, rerunOf: 'b' };
    expect(found(['last #'], ['join #', 'last .#'], rerun, again)).toEqual([
      ...['call', 'fetch', 'if', 'join'],
    ]);
  });

  it('was given where a draft repeats no run, and nothing else', () => {
    const draft = { draft: true, rerunOf: null as string | null };
    const given = takenOver(draft, ledgerOf(['last #']), outline, null);
    expect([...given]).toEqual(['if', 'fetch', 'call', 'join'].map((id) => [id, null]));
    expect(takenOver({ ...draft, draft: false }, ledgerOf(['last #']), outline, null).size).toBe(0);
  });
});
