import { describe, expect, it } from '@jest/globals';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { draftScope, namesOf, type SpanOutput, withLastRun, withNames } from './draft-scope.js';

const block = (id: string, name: string, config: object = {}, type = 'function') => ({
  ...{ id, type, name, config: { ...config } },
});

const definition = (code: string, name = 'Fetch'): DrawnDefinition => ({
  blocks: [
    block('hook', 'Webhook', {}, 'webhook'),
    block('fetch', name, {}, 'api'),
    block('work', 'Work', { code }),
  ],
  edges: [
    { from: 'hook', to: 'fetch' },
    { from: 'fetch', to: 'work' },
  ],
});

const byName = new Map([
  ['api', { outputs: { status: 'HTTP status', data: 'body' }, openOutputs: false }],
]);

const span = (blockId: string, text: string, truncated = false): SpanOutput => ({
  ...{ blockId, startedAt: '2026-05-01T10:00:00Z', endedAt: '2026-05-01T10:00:01Z' },
  output: { text, truncated },
});

const names = namesOf([{ name: 'KEY' }], '{"total": 1}');
const scopeOf = (draft: DrawnDefinition) => withNames(draftScope(draft, byName, 'work'), names);

describe('the scope of a block', () => {
  it('stays the same object while only configurations change', () => {
    const before = scopeOf(definition('return 1'));
    expect(scopeOf(definition('return 12'))).toBe(before);
    const renamed = scopeOf(definition('return 12', 'Get order'));
    expect(renamed).not.toBe(before);
    expect(renamed.blocks.map(({ reference }) => reference)).toEqual(['getorder', 'webhook']);
  });

  it('has the types of declared outputs', () => {
    const [fetch] = scopeOf(definition('')).blocks;
    expect(fetch?.outputs.map(({ path, type }) => [path, type])).toEqual([
      ['status', 'number'],
      ['data', 'any'],
    ]);
    expect(fetch?.isOpen).toBe(false);
  });

  it('has the values of the last run, and keeps the objects of blocks that did not change', () => {
    const scope = scopeOf(definition(''));
    const fetched = span('fetch', '{"status": 200, "big": 12345678901234567890}');
    const one = withLastRun([fetched], scope);
    expect(one.blocks[0]?.lastRun?.atMs).toBe(Date.parse('2026-05-01T10:00:01Z'));
    expect(one.blocks[1]).toBe(scope.blocks[1]);
    const two = withLastRun([fetched, span('hook', '{}')], scope);
    expect(two.blocks[0]).toBe(one.blocks[0]);
    expect(two.blocks[1]?.lastRun?.value).toEqual({});
  });

  it('reads nothing from the beginning of a long output, or from what is no JSON', () => {
    const scope = scopeOf(definition(''));
    const runs = [span('fetch', '{"status": 20', true), span('hook', 'oops')];
    expect(withLastRun(runs, scope).blocks.map(({ lastRun }) => lastRun)).toEqual([null, null]);
    expect(withLastRun([], scope)).toBe(scope);
  });
});
