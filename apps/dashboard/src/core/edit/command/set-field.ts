import type { Patch } from '../patch/patch.js';
import { type Refusal, refused } from '../patch/refusal.js';
import { containerAt } from '../text/container.js';
import { type Path, rawOf, type Step } from '../text/json-value.js';
import { readJson } from '../text/read-json.js';
import { locate, type Target } from '../text/target.js';
import { indentAt, styled, styleOf } from '../text/text-style.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { CommandOf } from './command.js';
import { newField, newItem } from './new-item.js';

/** Edges and the log know a block by its id. */
export const isBlockId = ({ block, path }: Target): boolean =>
  block !== null && (path.length === 0 || path[0] === 'id');

/** `['headers', 'x']` and `1` give `{"headers": {"x": 1}}`. Null: a list that has no first item. */
function wrapped(steps: Path, value: string, colon: string): string | null {
  let text = value;
  for (const step of steps.toReversed()) {
    if (typeof step === 'number' && step > 0) return null;
    text = typeof step === 'number' ? `[${text}]` : `{${JSON.stringify(step)}${colon}${text}}`;
  }
  return text;
}

/** The nearest value around the target that exists, with the step to it that does not. */
function nearestHolder(
  document: WorkflowText,
  { block, path }: Target,
): { readonly into: Target; readonly step: Step; readonly rest: Path } | null {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const into = { block, path: path.slice(0, length) };
    const step = path[length];
    if (step !== undefined && locate(document, into) !== null)
      return { into, step, rest: path.slice(length + 1) };
  }
  return null;
}

/** Adds a field or an item, and what must be around it. */
function planAdd(
  document: WorkflowText,
  target: Target,
  value: string,
): readonly Patch[] | Refusal {
  const holder = nearestHolder(document, target);
  if (holder === null) return refused(target.block === null ? 'noSuchField' : 'noSuchBlock');
  const { into, step, rest } = holder;
  const container = containerAt(document, into);
  if (container?.isObject !== (typeof step === 'string')) return refused('notAHolder');
  const style = styleOf(document.text);
  const text = wrapped(rest, value, style.colon);
  if (text === null) return refused('indexOutOfRange');
  if (typeof step === 'number') {
    if (step !== container.items.length) return refused('indexOutOfRange');
    return [newItem(document, container, { into, index: step, name: null, value: text })];
  }
  const at = container.items.at(-1)?.start ?? container.inner.start;
  const shown = rest.length === 0 ? text : styled(text, style, indentAt(document.text, at), null);
  return [newField(document, container, into, step, shown)];
}

export function planSetField(
  document: WorkflowText,
  { target, value }: Omit<CommandOf<'setField'>, 'kind'>,
): readonly Patch[] | Refusal {
  if (readJson(value) === null) return refused('notJson');
  if (isBlockId(target)) return refused('blockIdIsFixed');
  if (target.path.length === 0) return refused('noSuchField');
  const text = value.trim();
  const located = locate(document, target);
  if (located === null) return planAdd(document, target, text);
  return rawOf(located.value) === text ? [] : [{ op: 'replace', target, text }];
}
