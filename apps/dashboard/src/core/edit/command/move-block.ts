import type { Patch } from '../patch/patch.js';
import { type Refusal, refused } from '../patch/refusal.js';
import { containerAt } from '../text/container.js';
import { blocksTarget } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { CommandOf } from './command.js';
import { moveIn } from './list-items.js';

/** Moves a block in the text, where it only changes the order in which people read it. */
export function planMoveBlock(
  document: WorkflowText,
  { block, after }: CommandOf<'moveBlock'>,
): readonly Patch[] | Refusal {
  const { indexes } = document.outline;
  const [index, previous] = [indexes.get(block), after === null ? -1 : indexes.get(after)];
  const list = containerAt(document, blocksTarget);
  if (index === undefined || previous === undefined || list === null) return refused('noSuchBlock');
  if (block === after) return [];
  const toIndex = previous < index ? previous + 1 : previous;
  return moveIn(document, { into: blocksTarget, list, index }, toIndex);
}
