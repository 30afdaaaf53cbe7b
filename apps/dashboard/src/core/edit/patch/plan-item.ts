/** Puts an item into an object or a list, and takes one out, with its comma and white space. */
import { type Container, containerAt, type Item } from '../text/container.js';
import type { TextRange } from '../text/outline.js';
import type { Splice } from '../text/splice.js';
import { isInsideOutline } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import { gapAt } from './gap.js';
import type { InsertPatch, ItemPatch, Patch, RemovePatch } from './patch.js';
import { type Refusal, refused } from './refusal.js';

export interface PatchPlan {
  readonly splice: Splice;
  readonly inverse: Patch;
  readonly keepsOutline: boolean;
}

/** The index counts first: names may repeat. Else, as readers do, the last field or first block. */
function indexOf({ items, isObject }: Container, index: number, name: string | null): number {
  if (name === null || items[index]?.name === name) return index < items.length ? index : -1;
  const hasName = (item: Item): boolean => item.name === name;
  return isObject ? items.findLastIndex(hasName) : items.findIndex(hasName);
}

function insertionIndex(container: Container, { index, after }: InsertPatch): number {
  const { items } = container;
  const found = after === null || index === 0 ? -1 : indexOf(container, index - 1, after);
  return found >= 0 ? found + 1 : Math.min(index, items.length);
}

function planInsert(document: WorkflowText, patch: InsertPatch): PatchPlan | Refusal {
  const { into, name, item, isTwin } = patch;
  const container = containerAt(document, into);
  if (container === null) return refused('noSuchField');
  const { items, inner } = container;
  const isKnown = name !== null && items.some((other) => other.name === name);
  if (isKnown && !isTwin) return refused('exists');
  const index = insertionIndex(container, patch);
  const { lead, tail } = gapAt(document.text, container, index, patch);
  const splice = {
    ...insertionRange(container, index),
    text: lead + item + tail,
  };
  const leave = items.length === 0 ? document.text.slice(inner.start, inner.end) : '';
  const inverse: RemovePatch = { op: 'remove', from: into, index, name, leave };
  return { splice, inverse, keepsOutline: isInsideOutline(into) };
}

function insertionRange({ items, inner }: Container, index: number): TextRange {
  const [first] = items;
  if (first === undefined) return inner;
  const at = items[index - 1]?.end ?? first.start;
  return { start: at, end: at };
}

function planRemove(document: WorkflowText, patch: RemovePatch): PatchPlan | Refusal {
  const { from, leave } = patch;
  const container = containerAt(document, from);
  if (container === null) return refused('noSuchField');
  const index = indexOf(container, patch.index, patch.name);
  const item = container.items[index];
  if (item === undefined) return refused('noSuchField');
  const { start, end } = removalRange(container, index, item);
  const text = container.items.length === 1 ? leave : '';
  const inverse: InsertPatch = {
    op: 'insert',
    into: from,
    index,
    after: container.items[index - 1]?.name ?? null,
    name: item.name,
    item: document.text.slice(item.start, item.end),
    lead: document.text.slice(start, item.start),
    tail: document.text.slice(item.end, end),
    isTwin: container.items.some((other) => other !== item && other.name === item.name),
  };
  return { splice: { start, end, text }, inverse, keepsOutline: isInsideOutline(from) };
}

function removalRange({ items, inner }: Container, index: number, item: Item): TextRange {
  if (items.length === 1) return inner;
  const next = items[index + 1];
  const previous = items[index - 1];
  if (previous !== undefined) return { start: previous.end, end: item.end };
  return { start: item.start, end: next?.start ?? item.end };
}

export function planItem(document: WorkflowText, patch: ItemPatch): PatchPlan | Refusal {
  return patch.op === 'insert' ? planInsert(document, patch) : planRemove(document, patch);
}
