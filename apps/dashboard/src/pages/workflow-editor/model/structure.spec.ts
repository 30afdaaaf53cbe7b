import { describe, expect, it } from '@jest/globals';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { neighboursOf } from '../../../core/outline/reading-order.js';
import { workflowGraph } from '../../../core/workflow-graph/workflow-graph.js';
import { structureOf } from './structure.js';

const drawn = (url: string, tools: readonly unknown[] = []): DrawnDefinition => ({
  blocks: [
    { id: 'start', type: 'api_trigger', name: 'Start', config: {} },
    { id: 'ask', type: 'agent', name: 'Ask', config: { prompt: url, tools } },
    { id: 'fetch', type: 'api', name: 'Fetch', config: { url } },
  ],
  edges: [{ from: 'start', to: 'ask' }],
});

describe('the structure of a definition', () => {
  it('is the same object while only settings change', () => {
    const before = structureOf(drawn('a'), null);
    expect(structureOf(drawn('b'), null)).toBe(before);
    expect(before.blocks.map(({ config }) => config)).toEqual([
      { tools: [] },
      { tools: [] },
      { tools: [] },
    ]);
  });

  it('is another one when blocks, edges or tools are others', () => {
    const before = structureOf(drawn('a'), null);
    const { blocks, edges } = drawn('a');
    expect(structureOf({ blocks: blocks.slice(0, 2), edges }, null)).not.toBe(before);
    const other = structureOf({ blocks, edges: [{ from: 'start', to: 'ask', port: 'x' }] }, null);
    expect(other).not.toBe(before);
    expect(other.edges).toEqual([{ from: 'start', to: 'ask', port: 'x' }]);
    expect(structureOf(drawn('a', [{ block: 'Fetch' }]), null)).not.toBe(before);
  });

  it('has the same order of reading as the definition', () => {
    const definition = drawn('a', [{ block: 'Fetch', description: 'x' }, 'odd', null]);
    const [ofWhole, ofStructure] = [definition, structureOf(definition, null)].map((one) =>
      neighboursOf(workflowGraph(one), 'ask'),
    );
    const idsOf = (found: typeof ofWhole) => [found?.previous?.id, found?.next?.id];
    expect(idsOf(ofStructure)).toEqual(idsOf(ofWhole));
    expect(idsOf(ofWhole)).toEqual(['start', 'fetch']);
  });
});
