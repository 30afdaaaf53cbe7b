import type { Patch } from '../patch/patch.js';
import { type Refusal, refused } from '../patch/refusal.js';
import { containerAt } from '../text/container.js';
import { edgeKey, edgeOf } from '../text/edge-key.js';
import { itemsOf } from '../text/json-value.js';
import { blocksTarget, edgesTarget, locate } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { CommandOf } from './command.js';
import { removeEdges } from './edges.js';

/** The keys of the edges that begin or end at a block. */
function edgesAt(document: WorkflowText, block: string): Set<string> {
  const list = locate(document, edgesTarget);
  const edges = list === null ? [] : itemsOf(list.value).flatMap((item) => edgeOf(item) ?? []);
  return new Set(edges.filter(({ from, to }) => from === block || to === block).map(edgeKey));
}

export function planRemoveBlock(
  document: WorkflowText,
  { block }: CommandOf<'removeBlock'>,
): readonly Patch[] | Refusal {
  const index = document.outline.indexes.get(block);
  if (index === undefined) return refused('noSuchBlock');
  const blocks = containerAt(document, blocksTarget);
  const removed = { op: 'remove', from: blocksTarget, index, name: block, leave: '' } as const;
  // Another block with this id takes its place, and its edges.
  const hasTwin = blocks?.items.some(({ name }, other) => name === block && other !== index);
  const edges = containerAt(document, edgesTarget);
  if (hasTwin === true || edges === null) return [removed];
  const gone = edgesAt(document, block);
  return [...removeEdges(edges, (key) => gone.has(key)), removed];
}
