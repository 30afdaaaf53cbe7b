import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffDefinitions } from '../edit/diff/definition-diff.js';
import { isRefusal } from '../edit/patch/refusal.js';
import { chanceFrom } from '../edit/testing/chance.js';
import { definitionText } from '../edit/testing/random-definition.js';
import { workflowGraph } from '../workflow-graph/workflow-graph.js';
import { changeList, isSame, pathText } from './change-list.js';
import { countsOf, marksOf } from './marks.js';
import { drawnText, mergedDrawing } from './merged-drawing.js';

const before = JSON.stringify({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Order received', config: { path: 'orders' } },
    { id: 'lines', type: 'loop', name: 'For each line', config: { items: '<hook.lines>' } },
    { id: 'score', type: 'function', name: 'Score', config: { code: 'return 1;' } },
    { id: 'charge', type: 'api', name: 'Charge', config: { retry: { attempts: 5 }, n: 1 } },
  ],
  edges: [
    { from: 'hook', to: 'lines' },
    { from: 'lines', to: 'score', port: 'each' },
    { from: 'lines', to: 'charge' },
  ],
});
const after = JSON.stringify({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Order received', config: { path: 'orders' } },
    { id: 'lines', type: 'loop', name: 'For each line', config: { items: '<hook.lines>' } },
    { id: 'charge', type: 'api', name: 'Charge card', config: { retry: { attempts: 3 }, n: 1 } },
    { id: 'notify', type: 'api', name: 'Notify', config: { url: 'https://wms.example' } },
  ],
  edges: [
    { from: 'hook', to: 'lines' },
    { from: 'lines', to: 'charge', port: 'each' },
    { from: 'lines', to: 'notify' },
  ],
  variables: { rate: 9_007_199_254_740_991 },
});

function diffOf(old: string, current: string) {
  const diff = diffDefinitions(old, current);
  if (isRefusal(diff)) throw new Error(diff.reason);
  return diff;
}

const diff = diffOf(before, after);
const list = changeList(diff, drawnText(before), drawnText(after));

describe('marks', () => {
  it('mark a block that moved and changed as changed, with its fields', () => {
    expect([...marksOf(diff).blocks]).toEqual([
      ['charge', { kind: 'changed', count: 2 }],
      ['notify', { kind: 'added', count: 0 }],
      ['score', { kind: 'removed', count: 0 }],
    ]);
    expect(countsOf(marksOf(diff))).toEqual({ added: 1, removed: 1, changed: 1, moved: 0 });
  });

  it('mark edges by the ids that the canvas draws them with', () => {
    const { edges } = workflowGraph(mergedDrawing(drawnText(before), drawnText(after), diff));
    const marks = marksOf(diff).edges;
    expect(edges.map(({ to, id }) => [to, marks.get(id)])).toEqual([
      ['lines', undefined],
      ['notify', 'added'],
    ]);
  });
});

describe('the merged drawing', () => {
  it('draws what was removed where it stood', () => {
    const drawing = mergedDrawing(drawnText(before), drawnText(after), diff);
    const parents = workflowGraph(drawing).blocks.map(({ id, parent }) => [id, parent]);
    expect(parents).toEqual([
      ['hook', null],
      ['lines', null],
      ['charge', 'lines'],
      ['notify', null],
      ['score', 'lines'],
    ]);
  });

  it('never moves a block of the newer version into another body', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (one, other) => {
        const [old, current] = [one, other].map((seed) => definitionText(chanceFrom(seed)));
        const [a, b] = [drawnText(old ?? ''), drawnText(current ?? '')];
        const merged = workflowGraph(mergedDrawing(a, b, diffOf(old ?? '', current ?? '')));
        const parents = new Map(merged.blocks.map(({ id, parent }) => [id, parent]));
        for (const { id, parent } of workflowGraph(b).blocks) expect(parents.get(id)).toBe(parent);
      }),
    );
  });
});

describe('the list of changes', () => {
  it('names blocks in the order of the newer version, and removed ones last', () => {
    expect(list.blocks.map(({ id, name, kind }) => [id, name, kind])).toEqual([
      ['charge', 'Charge card', 'changed'],
      ['notify', 'Notify', 'added'],
      ['score', 'Score', 'removed'],
    ]);
  });

  it('writes fields as references do, and says which fit into a line', () => {
    expect(list.blocks[0]?.fields).toEqual([
      { path: 'name', before: 'Charge', after: 'Charge card', isShort: true },
      { path: 'retry.attempts', before: '5', after: '3', isShort: true },
    ]);
    expect(list.blocks[1]?.fields).toEqual([
      { path: 'url', before: null, after: 'https://wms.example', isShort: false },
    ]);
    expect(pathText(['conditions', 1, 'a.b', ''])).toBe('conditions[1]["a.b"][""]');
  });

  it('tells the body that a block moved into, the edges by name and the own fields', () => {
    expect(list.blocks[0]?.body).toEqual({ before: null, after: 'For each line' });
    expect(list.edges).toContainEqual({
      ...{ kind: 'added', from: 'For each line', to: 'Notify', port: null },
    });
    expect(list.fields).toEqual([
      { path: 'variables', before: null, after: '{"rate":9007199254740991}', isShort: false },
    ]);
  });

  it('is empty for a version and itself, and says when only the order differs', () => {
    const same = changeList(diffOf(after, after), drawnText(after), drawnText(after));
    expect(isSame(same)).toBe(true);
    const turned = `{"blocks":[{"id":"b"},{"id":"a"}]}`;
    const old = `{"blocks":[{"id":"a"},{"id":"b"}]}`;
    const order = changeList(diffOf(old, turned), drawnText(old), drawnText(turned));
    expect([order.blocks, order.isReordered, isSame(order)]).toEqual([[], true, false]);
  });
});
