/** Patches that add a value to an object or a list, written as its neighbours are. */
import type { InsertPatch } from '../patch/patch.js';
import type { Container } from '../text/container.js';
import type { Target } from '../text/target.js';
import { indentAt, styled, styleOf } from '../text/text-style.js';
import type { WorkflowText } from '../text/workflow-text.js';

interface NewItem {
  readonly into: Target;
  readonly index: number;
  /** Of a field, a block or an edge. */
  readonly name: string | null;
  readonly value: string;
}

const madeAnew = { op: 'insert', lead: null, tail: null, isTwin: false } as const;

/** The value as it is given. */
export function newField(
  { text }: WorkflowText,
  { items }: Container,
  into: Target,
  name: string,
  value: string,
): InsertPatch {
  const item = JSON.stringify(name) + styleOf(text).colon + value;
  const after = items.at(-1)?.name ?? null;
  return { ...madeAnew, into, index: items.length, after, name, item };
}

export function newItem(
  { text }: WorkflowText,
  { items, inner }: Container,
  { into, index, name, value }: NewItem,
): InsertPatch {
  const style = styleOf(text);
  const sibling = items[Math.max(0, index - 1)];
  const indent =
    sibling === undefined
      ? indentAt(text, inner.start) + style.indent
      : indentAt(text, sibling.start);
  const neighbour = sibling === undefined ? null : text.slice(sibling.start, sibling.end);
  const item = styled(value, style, indent, neighbour);
  const after = items[index - 1]?.name ?? null;
  return { ...madeAnew, into, index, after, name, item };
}
