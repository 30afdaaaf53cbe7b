/** Adds, removes and reconnects edges. Of repeated edges, all go together. */
import type { InsertPatch, Patch, RemovePatch } from '../patch/patch.js';
import { isRefusal, type Refusal, refused } from '../patch/refusal.js';
import { type Container, containerAt } from '../text/container.js';
import { edgeKey } from '../text/edge-key.js';
import { edgesTarget } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { CommandOf } from './command.js';
import { edgeText, reconnectedText } from './edge-text.js';
import { newItem } from './new-item.js';
import { planSetField } from './set-field.js';

const has = ({ items }: Container, key: string): boolean => items.some(({ name }) => name === key);

/** Last first, so that the indexes of the others stay. */
export const removeEdges = (
  { items }: Container,
  isRemoved: (key: string) => boolean,
): RemovePatch[] =>
  items
    .flatMap(({ name }, index): RemovePatch[] =>
      name !== null && isRemoved(name)
        ? [{ op: 'remove', from: edgesTarget, index, name, leave: '' }]
        : [],
    )
    .reverse();

export function planAddEdge(
  document: WorkflowText,
  { edge }: Pick<CommandOf<'addEdge'>, 'edge'>,
): readonly Patch[] | Refusal {
  const list = containerAt(document, edgesTarget);
  const value = edgeText(edge);
  if (list === null)
    return planSetField(document, { target: { block: null, path: ['edges', 0] }, value });
  if (list.isObject) return refused('notAHolder');
  const name = edgeKey(edge);
  if (has(list, name)) return refused('exists');
  return [newItem(document, list, { into: edgesTarget, index: list.items.length, name, value })];
}

export function planRemoveEdge(
  document: WorkflowText,
  { edge }: CommandOf<'removeEdge'>,
): readonly Patch[] | Refusal {
  const list = containerAt(document, edgesTarget);
  const patches = list === null ? [] : removeEdges(list, (key) => key === edgeKey(edge));
  return patches.length === 0 ? refused('noSuchEdge') : patches;
}

/** The edge keeps its index, and fields that are not ours keep their bytes. */
export function planReconnectEdge(
  document: WorkflowText,
  { edge, to }: CommandOf<'reconnectEdge'>,
): readonly Patch[] | Refusal {
  const list = containerAt(document, edgesTarget);
  const [key, name] = [edgeKey(edge), edgeKey(to)];
  const index = list?.items.findIndex((item) => item.name === key) ?? -1;
  const item = list?.items[index];
  if (list === null || item === undefined) return refused('noSuchEdge');
  if (key === name) return [];
  if (has(list, name)) return refused('exists');
  const text = reconnectedText(document.text.slice(item.start, item.end), edge, to);
  if (isRefusal(text)) return text;
  const removed = removeEdges(list, (other) => other === key);
  const [previous, next] = [list.items[index - 1], list.items[index + 1]];
  const inserted: InsertPatch = {
    op: 'insert',
    into: edgesTarget,
    index,
    after: previous?.name ?? null,
    name,
    item: text,
    lead: document.text.slice(previous?.end ?? list.inner.start, item.start),
    tail: document.text.slice(item.end, next?.start ?? list.inner.end),
    isTwin: false,
  };
  return [...removed, inserted];
}
