/** The command that settles a conflict. The log records it like any other: it can be undone. */
import type { Command } from '../command/command.js';
import { edgeKeyOf, edgeOf } from '../text/edge-key.js';
import { itemsOf, valueOf } from '../text/json-value.js';
import { edgesTarget, locate } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { BlockConflict, Conflict, FieldConflict, Side } from './conflict.js';
import { commandsToOrder } from './merge-order.js';

const gesture = (commands: readonly Command[]): Command => ({ kind: 'gesture', commands });

function chooseField(
  document: WorkflowText,
  { block, path, ...values }: FieldConflict,
  side: Side,
): Command {
  const value = values[side];
  if (value !== null && block === null && path.length === 0)
    return { kind: 'replaceText', text: value };
  const target = { block, path };
  if (value !== null) return { kind: 'setField', target, value };
  return locate(document, target) === null ? gesture([]) : { kind: 'removeField', target };
}

/** Edges come back where both of their blocks are. */
function edgesBack(document: WorkflowText, { block, edges }: BlockConflict): Command[] {
  const list = locate(document, edgesTarget);
  const known = list === null ? [] : itemsOf(list.value).map(edgeKeyOf);
  const isThere = (id: string): boolean => id === block || document.outline.indexes.has(id);
  return edges
    .filter((text) => {
      const value = valueOf(text);
      const edge = edgeOf(value);
      if (edge === null || known.includes(edgeKeyOf(value))) return false;
      return isThere(edge.from) && isThere(edge.to);
    })
    .map((value, index) => {
      const target = { block: null, path: [...edgesTarget.path, known.length + index] };
      return { kind: 'insertItem', target, value };
    });
}

function chooseBlock(document: WorkflowText, conflict: BlockConflict, side: Side): Command {
  const { block } = conflict;
  const value = conflict[side];
  const index = document.outline.indexes.get(block);
  if (value === null) return index === undefined ? gesture([]) : { kind: 'removeBlock', block };
  if (index === undefined)
    return gesture([{ kind: 'addBlock', block: value }, ...edgesBack(document, conflict)]);
  const target = { block: null, path: ['blocks', index] };
  return { kind: 'applyPatches', patches: [{ op: 'replace', target, text: value }] };
}

/** @param document the merged text, with what was edited since */
export function commandToChoose(document: WorkflowText, conflict: Conflict, side: Side): Command {
  switch (conflict.kind) {
    case 'field':
      return chooseField(document, conflict, side);
    case 'block':
      return chooseBlock(document, conflict, side);
    case 'order': {
      const { indexes } = document.outline;
      const wanted = JSON.parse(conflict[side] ?? '[]') as string[];
      const current = [...indexes.keys()];
      return gesture(
        commandsToOrder(
          current,
          wanted.filter((id) => indexes.has(id)),
        ),
      );
    }
  }
}
