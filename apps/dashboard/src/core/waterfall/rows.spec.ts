import { describe, expect, it } from '@jest/globals';
import { applyEvents, emptyLedger } from '../execution/execution-ledger.js';
import { executionTree } from '../execution/execution-tree.js';
import type { ExecutionEvent } from '../execution/execution-event.js';
import { notReached, outlineOf } from '../execution/outline.js';
import { runFrom } from '../execution/testing/run-from.js';
import { densityOf } from './density.js';
import { type Row, rowsOf, type ShownRows } from './rows.js';

const outline = outlineOf({
  blocks: [
    { id: 'hook', name: 'Order received', type: 'webhook' },
    ...['fetch', 'known', 'charge', 'accept', 'reject'].map((id) => ({ id, type: 'api' })),
    { id: 'each', name: 'For each line', type: 'loop' },
  ],
  edges: [
    { from: 'hook', to: 'fetch' },
    { from: 'fetch', to: 'known' },
    { from: 'known', to: 'each', port: 'yes' },
    { from: 'known', to: 'reject', port: 'no' },
    { from: 'each', to: 'charge' },
    { from: 'charge', to: 'accept' },
    { from: 'charge', to: 'reject', port: 'error' },
  ],
});

const failedRun = runFrom(
  'fetch ##',
  'known ..',
  'call@each[0] ..#',
  'call@each[1] ...x',
  'call@each[2] ....#',
  'each:loop ..###',
  'charge .....#x~~#x',
);

const shownAs = (changes: Partial<ShownRows> = {}): ShownRows => ({
  isOpen: () => null,
  pagesOf: () => 1,
  filter: { text: '', errorsOnly: false },
  ...changes,
});

function rows(events: readonly ExecutionEvent[], shown: ShownRows): readonly Row[] {
  const ledger = applyEvents(emptyLedger, events);
  const unreached = notReached(outline, ['charge'], (id) => ledger.spans.has(id));
  return rowsOf(
    { tree: executionTree(ledger, outline), trigger: outline.trigger, unreached },
    shown,
  );
}

const drawn = (all: readonly Row[]): string[] =>
  all.map(({ kind, key, depth }) => `${'  '.repeat(depth)}${kind} ${key}`.trimEnd());

describe('rowsOf', () => {
  it('shows the trigger, blocks in order, the tries of what failed and what was not reached', () => {
    expect(drawn(rows(failedRun, shownAs()))).toEqual([
      'execution *',
      '  trigger hook',
      '  block fetch',
      '  block known',
      '  block each',
      '  block charge',
      '    try charge#1',
      '    try charge#2',
      '  unreached accept',
    ]);
  });

  it('opens a container with its failed iterations first', () => {
    const isOpen = (key: string) => key === 'each' || key === 'each[1]';
    expect(drawn(rows(failedRun, shownAs({ isOpen }))).slice(4, 9)).toEqual([
      '  block each',
      '    iteration each[1]',
      '      block call:each[1]',
      '    iteration each[0]',
      '    iteration each[2]',
    ]);
  });

  it('shows a hundred iterations a page', () => {
    const many = Array.from({ length: 250 }, (_, at) => `call@each[${at}] #`);
    const count = (pages: number) => {
      const all = rows(runFrom(...many), shownAs({ isOpen: () => true, pagesOf: () => pages }));
      const last = all.find(({ kind }) => kind === 'more');
      return [
        all.filter(({ kind }) => kind === 'iteration').length,
        last?.kind === 'more' ? last.hidden : 0,
      ];
    };
    expect([1, 2, 3].map(count)).toEqual([
      [100, 150],
      [200, 50],
      [250, 0],
    ]);
  });

  it.each([
    [
      { text: 'call 1', errorsOnly: false },
      ['execution *', 'block each', 'iteration each[1]', 'block call:each[1]'],
    ],
    [
      { text: '402', errorsOnly: false },
      ['execution *', 'block each', 'iteration each[1]', 'block call:each[1]', 'block charge'],
    ],
    [
      { text: '', errorsOnly: true },
      ['execution *', 'block each', 'iteration each[1]', 'block call:each[1]', 'block charge'],
    ],
    [{ text: 'fetch', errorsOnly: true }, ['execution *']],
    [
      { text: 'zzz', errorsOnly: false, holding: new Set(['fetch']) },
      ['execution *', 'block fetch'],
    ],
  ])('shows what %j finds, with what is around it', (filter, expected) => {
    const found = rows(failedRun, shownAs({ filter }));
    expect(drawn(found).map((line) => line.trim())).toEqual(expected);
  });

  it('gives a container that is not recorded yet the time of its body', () => {
    const [, each] = rows(runFrom('call@each[0] ..#>'), shownAs()).filter(
      ({ kind }) => kind !== 'trigger',
    );
    expect(each).toMatchObject({ span: { name: 'For each line', startMs: 200, endMs: null } });
  });

  it('has the rows of ten thousand blocks in a moment', () => {
    const call = (at: number) => `call@each[${at}] ${at % 50 === 7 ? 'x' : '#'}`;
    const many = runFrom(...Array.from({ length: 10_000 }, (_, at) => call(at)));
    const ledger = applyEvents(emptyLedger, many);
    const tree = executionTree(ledger, outline);
    expect(tree.bodyOf('each')?.failedCount).toBe(200);
    expect(densityOf(tree.bodyOf('each')?.iterations ?? [], 20)).toEqual(Array(20).fill('error'));
    const source = { tree, trigger: null, unreached: [] };
    const open = rowsOf(source, shownAs({ isOpen: (key) => key === 'each' }));
    expect(open).toHaveLength(1 + 1 + 100 + 1);
    expect(
      open
        .slice(2, 102)
        .every((row) => row.kind === 'iteration' && row.iteration.status === 'error'),
    ).toBe(true);
  });
});
