import type { InsertPatch, Patch } from '../patch/patch.js';
import { type Refusal, refused } from '../patch/refusal.js';
import { type Container, containerAt } from '../text/container.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { CommandOf } from './command.js';
import { planRemoveField } from './remove-field.js';

/** The bytes from its value on, as they are, with the new name before them. */
function renamed({ text }: WorkflowText, { items }: Container, index: number, name: string) {
  const { start = 0, end = 0 } = items[index] ?? {};
  const field = text.slice(start, end);
  const nameLength = /^"(?:[^"\\]|\\.)*"/.exec(field)?.[0].length ?? 0;
  return JSON.stringify(name) + field.slice(nameLength);
}

/** White space and comma that the field has now: it comes back between the same neighbours. */
function gapOf({ text }: WorkflowText, { items, inner }: Container, index: number) {
  const { start = 0, end = 0 } = items[index] ?? {};
  const [previous, next] = [items[index - 1], items[index + 1]];
  if (items.length === 1)
    return { lead: text.slice(inner.start, start), tail: text.slice(end, inner.end) };
  if (previous !== undefined) return { lead: text.slice(previous.end, start), tail: '' };
  return { lead: '', tail: text.slice(end, next?.start ?? end) };
}

/** Of repeated fields the last one counts; those that no reader sees go. */
export function planRenameField(
  document: WorkflowText,
  { target, name }: CommandOf<'renameField'>,
): readonly Patch[] | Refusal {
  const removed = planRemoveField(document, { kind: 'removeField', target });
  if ('kind' in removed) return removed;
  const into = { block: target.block, path: target.path.slice(0, -1) };
  const before = target.path.at(-1);
  const container = containerAt(document, into);
  if (container === null || typeof before !== 'string') return refused('notAHolder');
  if (name === before) return [];
  const { items } = container;
  if (items.some((item) => item.name === name)) return refused('exists');
  const last = items.findLastIndex((item) => item.name === before);
  const index = items.slice(0, last).filter((item) => item.name !== before).length;
  const insert: InsertPatch = {
    op: 'insert',
    into,
    index,
    after: items.slice(0, last).findLast((item) => item.name !== before)?.name ?? null,
    name,
    item: renamed(document, container, last, name),
    ...gapOf(document, container, last),
    isTwin: false,
  };
  return [...removed, insert];
}
