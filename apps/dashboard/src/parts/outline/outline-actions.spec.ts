import { describe, expect, it } from '@jest/globals';
import { outlineTree } from '../../core/outline/outline-tree.js';
import { workflowGraph } from '../../core/workflow-graph/workflow-graph.js';
import { outlineText } from '../../text/outline.js';
import { type ActionId, actionOfKey, type OutlineState, stepOf } from './outline-actions.js';
import { choicesFor } from './outline-choices.js';

const block = (id: string, type = 'api') => ({ id, type, name: id, config: {} });

const definition = {
  blocks: [
    block('hook', 'webhook'),
    block('check', 'condition'),
    block('yes'),
    block('no'),
    block('loop', 'loop'),
    block('inside'),
  ],
  edges: [
    { from: 'hook', to: 'check' },
    { from: 'check', port: 'yes', to: 'yes' },
    { from: 'check', port: 'no', to: 'no' },
    { from: 'yes', to: 'loop' },
    { from: 'loop', port: 'each', to: 'inside' },
  ],
};

const state: OutlineState = {
  definition,
  tree: outlineTree(workflowGraph(definition)),
  rules: {
    portsOf: (id) => (id === 'check' ? ['yes', 'no'] : id === 'loop' ? ['each', 'out'] : ['out']),
    edge: (_from, _port, to) => (to === 'hook' ? 'A trigger is the beginning' : null),
    body: () => null,
  },
};

const choices = (id: string, list: Parameters<typeof choicesFor>[3]) =>
  choicesFor(definition, state.rules, id, list);

describe('the outline without a mouse', () => {
  it.each<[ActionId, string]>([
    ['add', 'yes'],
    ['insert', 'yes'],
    ['connect', 'no'],
    ['reconnect', 'yes'],
    ['disconnect', 'yes'],
    ['moveIn', 'no'],
    ['moveOut', 'inside'],
    ['rename', 'yes'],
    ['duplicate', 'yes'],
    ['remove', 'yes'],
  ])('can %s', (action, id) => {
    expect(stepOf(state, id, action).kind).not.toBe('refused');
  });

  it('has a key for each action that its menu shows with one', () => {
    const pressOf: Partial<Record<string, string>> = { Del: 'Delete' };
    for (const [action, keys] of Object.entries(outlineText.keys)) {
      const key = keys.split(' ').at(-1) ?? '';
      const arrows: Partial<Record<string, string>> = { '↑': 'ArrowUp', '↓': 'ArrowDown' };
      expect(
        actionOfKey({
          key: pressOf[key] ?? arrows[key] ?? (key.length === 1 ? key.toLowerCase() : key),
          altKey: keys.startsWith('Alt'),
          ctrlKey: keys.startsWith('Ctrl'),
          metaKey: false,
        }),
      ).toBe(action);
    }
  });

  it('moves the end of an edge, and keeps its port', () => {
    const [first, second] = choices('check', 'reconnect');
    expect([first?.title, second?.title]).toEqual([
      'Instead of yes, by yes',
      'Instead of no, by no',
    ]);
    const loop = first?.choices.find(({ label }) => label === 'loop');
    expect(loop?.deed).toEqual({
      kind: 'command',
      command: {
        kind: 'reconnectEdge',
        edge: { from: 'check', port: 'yes', to: 'yes' },
        to: { from: 'check', port: 'yes', to: 'loop' },
      },
    });
  });

  it('lists targets that are refused last, with the reason', () => {
    const labels = choices('yes', 'reconnect')[0]?.choices ?? [];
    expect(labels.at(-1)).toMatchObject({ label: 'hook', refusal: 'A trigger is the beginning' });
  });

  it('says why nothing can be led elsewhere', () => {
    expect(stepOf(state, 'no', 'reconnect')).toEqual({
      kind: 'refused',
      reason: 'Nothing follows it',
    });
  });
});
