import type { Patch } from '../patch/patch.js';
import { type Refusal, refused } from '../patch/refusal.js';
import { containerAt } from '../text/container.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { CommandOf } from './command.js';
import { isBlockId } from './set-field.js';

/** Repeated fields go together: else one that no reader sees would take the place of the last. */
export function planRemoveField(
  document: WorkflowText,
  { target }: CommandOf<'removeField'>,
): readonly Patch[] | Refusal {
  if (isBlockId(target)) return refused('blockIdIsFixed');
  const from = { block: target.block, path: target.path.slice(0, -1) };
  const step = target.path.at(-1);
  const container = containerAt(document, from);
  if (container === null || step === undefined) return refused('noSuchField');
  if (container.isObject !== (typeof step === 'string')) return refused('notAHolder');
  const indexes = container.items
    .map((item, index) => ({ ...item, index }))
    .filter(({ name, index }) => (typeof step === 'string' ? name === step : index === step));
  if (indexes.length === 0) return refused('noSuchField');
  return indexes
    .toReversed()
    .map(({ index, name }) => ({ op: 'remove', from, index, name, leave: '' }));
}
