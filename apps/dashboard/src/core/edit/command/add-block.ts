import type { Patch } from '../patch/patch.js';
import { type Refusal, refused } from '../patch/refusal.js';
import { containerAt } from '../text/container.js';
import { idOf } from '../text/outline.js';
import { readJson } from '../text/read-json.js';
import { blocksTarget } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { CommandOf } from './command.js';
import { newItem } from './new-item.js';
import { planSetField } from './set-field.js';

export function planAddBlock(
  document: WorkflowText,
  { block, index }: CommandOf<'addBlock'>,
): readonly Patch[] | Refusal {
  const value = readJson(block);
  const id = value && idOf(value);
  if (id === null) return refused(value === null ? 'notJson' : 'noSuchBlock');
  if (document.outline.indexes.has(id)) return refused('exists');
  const list = containerAt(document, blocksTarget);
  if (list === null)
    return planSetField(document, { target: { block: null, path: ['blocks', 0] }, value: block });
  const at = index ?? list.items.length;
  if (list.isObject) return refused('notAHolder');
  if (at < 0 || at > list.items.length) return refused('indexOutOfRange');
  const item = { into: blocksTarget, index: at, name: id, value: block.trim() };
  return [newItem(document, list, item)];
}
