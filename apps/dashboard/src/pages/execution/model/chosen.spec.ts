import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyEvents, emptyLedger } from '../../../core/execution/execution-ledger.js';
import { executionTree } from '../../../core/execution/execution-tree.js';
import { outlineOf } from '../../../core/execution/outline.js';
import { runFrom } from '../../../core/execution/testing/run-from.js';
import { chosenOf, rowsAround } from './chosen.js';

const outline = outlineOf({
  blocks: [
    { id: 'hook', name: 'Hook', type: 'webhook' },
    { id: 'accept', name: 'Accept', type: 'response' },
  ],
  edges: [],
});
const ledger = applyEvents(
  emptyLedger,
  runFrom('fetch ##', 'call@each[1] ..#', 'charge ....#x~#x~#x'),
);
const source = { tree: executionTree(ledger, outline), outline };

describe('chosenOf', () => {
  it.each([
    ['fetch', { kind: 'block', tryNumber: 1 }],
    ['charge', { kind: 'block', tryNumber: 3 }],
    ['charge#2', { kind: 'block', span: { id: 'charge' }, tryNumber: 2 }],
    ['charge#9', { kind: 'block', tryNumber: 3 }],
    ['call:each[1]', { kind: 'block', span: { blockId: 'call' } }],
    ['each[1]', { kind: 'iteration', iteration: { index: 1 }, container: { id: 'each' } }],
    ['hook', { kind: 'trigger', block: { name: 'Hook' } }],
    ['accept', { kind: 'unreached', block: { name: 'Accept' } }],
    ['*', { kind: 'execution' }],
    ['gone:each[7]', { kind: 'execution' }],
  ])('reads %s', (key, expected) => {
    expect(chosenOf(key, source)).toMatchObject(expected);
  });

  it('reads any key', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        chosenOf(key, source);
        rowsAround(key);
      }),
    );
  });
});

describe('rowsAround', () => {
  it.each([
    ['fetch', []],
    ['charge#2', ['charge']],
    ['call:each[1]', ['each', 'each[1]']],
    ['each[1]', ['each']],
    ['call:a[0].b[2]', ['b:a[0]', 'a', 'a[0]', 'a[0].b[2]']],
  ])('of %s', (key, expected) => {
    expect(rowsAround(key)).toEqual(expected);
  });
});
