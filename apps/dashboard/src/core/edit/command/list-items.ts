import type { Patch } from '../patch/patch.js';
import { type Refusal, refused } from '../patch/refusal.js';
import { type Container, containerAt } from '../text/container.js';
import { readJson } from '../text/read-json.js';
import { locate, type Target } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { CommandOf } from './command.js';
import { newItem } from './new-item.js';
import { planSetField } from './set-field.js';

interface ListItem {
  readonly into: Target;
  readonly list: Container;
  readonly index: number;
}

function listItem(document: WorkflowText, { block, path }: Target): ListItem | Refusal {
  const into = { block, path: path.slice(0, -1) };
  const index = path.at(-1);
  const list = containerAt(document, into);
  if (list === null) return refused('noSuchField');
  if (list.isObject || typeof index !== 'number') return refused('notAHolder');
  return { into, list, index };
}

/** The first item of a list that is not there makes the list. */
export function planInsertItem(
  document: WorkflowText,
  { target, value }: CommandOf<'insertItem'>,
): readonly Patch[] | Refusal {
  const parent = { block: target.block, path: target.path.slice(0, -1) };
  if (target.path.at(-1) === 0 && locate(document, parent) === null)
    return planSetField(document, { target, value });
  if (readJson(value) === null) return refused('notJson');
  const found = listItem(document, target);
  if ('kind' in found) return found;
  const { into, list, index } = found;
  if (index < 0 || index > list.items.length) return refused('indexOutOfRange');
  return [newItem(document, list, { into, index, name: null, value: value.trim() })];
}

export function planMoveItem(
  document: WorkflowText,
  { target, toIndex }: CommandOf<'moveItem'>,
): readonly Patch[] | Refusal {
  const found = listItem(document, target);
  if ('kind' in found) return found;
  return moveIn(document, found, toIndex);
}

/** The item keeps its bytes; commas and white space are those of its new neighbours. */
export function moveIn(
  { text }: WorkflowText,
  { into, list, index }: ListItem,
  toIndex: number,
): readonly Patch[] | Refusal {
  const item = list.items[index];
  if (item === undefined || toIndex < 0 || toIndex >= list.items.length)
    return refused('indexOutOfRange');
  if (index === toIndex) return [];
  const { name } = item;
  const others = list.items.filter((other) => other !== item);
  return [
    { op: 'remove', from: into, index, name, leave: '' },
    {
      op: 'insert',
      into,
      index: toIndex,
      after: others[toIndex - 1]?.name ?? null,
      name,
      item: text.slice(item.start, item.end),
      lead: null,
      tail: null,
      isTwin: others.some((other) => other.name === name),
    },
  ];
}
