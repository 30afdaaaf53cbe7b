/**
 * A definition without what is typed into its blocks. It stays the same object while only that
 * changes: a key press in a field must not draw the whole page again.
 */
import { toolsOf } from '../../../core/edit/references/name-scopes.js';
import { remembered } from '../../../core/execution/remembered.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';

type Block = DrawnDefinition['blocks'][number];

/** The tools of an agent are edges. */
const bare = (block: Block): Block => ({
  ...block,
  config: { tools: toolsOf(block).map(([, name]) => ({ block: name })) },
});

let last: { readonly text: string; readonly structure: DrawnDefinition } | null = null;

export const structureOf = remembered(({ blocks, edges }: DrawnDefinition, _: null) => {
  const structure: DrawnDefinition = { blocks: blocks.map(bare), edges };
  const text = JSON.stringify(structure);
  if (last?.text !== text) last = { text, structure };
  return last.structure;
});
