/**
 * In which blocks, edges and fields two definitions differ. The order of fields, white space and
 * the way a number is written do not count; the digits of a number do.
 */
import type { EdgeDefinition } from '@libs/workflow';
import { type Refusal, refused } from '../patch/refusal.js';
import { bodiesOf } from '../text/bodies.js';
import { edgeOf } from '../text/edge-key.js';
import { type JsonValue, rawOf } from '../text/json-value.js';
import { blocksById, edgesByKey } from '../text/parts.js';
import { readDefinition } from '../text/read-definition.js';
import { WorkflowText } from '../text/workflow-text.js';
import { type FieldChange, fieldChanges } from './field-changes.js';
import { movedIn } from './longest-run.js';

interface BlockText {
  readonly id: string;
  readonly text: string;
}

interface BlockMove {
  readonly id: string;
  /** The loop or parallel that it stands in; null: in none. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface DefinitionDiff {
  readonly added: readonly BlockText[];
  readonly removed: readonly BlockText[];
  readonly changed: readonly { readonly id: string; readonly fields: readonly FieldChange[] }[];
  readonly moved: readonly BlockMove[];
  /** Ids of blocks that stand elsewhere in the order of the text. */
  readonly reordered: readonly string[];
  readonly addedEdges: readonly EdgeDefinition[];
  readonly removedEdges: readonly EdgeDefinition[];
  /** Of the definition itself. Blocks and edges only where they can not be compared one by one. */
  readonly fields: readonly FieldChange[];
}

type ById = ReadonlyMap<string, JsonValue>;

const without = (from: ById, other: ById): [string, JsonValue][] =>
  [...from].filter(([key]) => !other.has(key));

const textsOf = (blocks: readonly [string, JsonValue][]): BlockText[] =>
  blocks.map(([id, block]) => ({ id, text: rawOf(block) }));

function movesBetween(before: WorkflowText, after: WorkflowText): BlockMove[] {
  const [old, current] = [before, after].map((one) => bodiesOf(readDefinition(one)).around);
  return [...(old ?? [])].flatMap(([id, around]) => {
    const now = current?.get(id);
    const move = { id, before: around.at(-1) ?? null, after: now?.at(-1) ?? null };
    return now === undefined || move.before === move.after ? [] : [move];
  });
}

const noBlocks: Pick<DefinitionDiff, 'added' | 'removed' | 'changed' | 'reordered'> = {
  added: [],
  removed: [],
  changed: [],
  reordered: [],
};

function blockDiff(before: ById, after: ById): typeof noBlocks {
  const common = [...before.keys()].filter((id) => after.has(id));
  const changed = common.flatMap((id) => {
    const fields = fieldChanges(before.get(id) ?? null, after.get(id) ?? null);
    return fields.length === 0 ? [] : [{ id, fields }];
  });
  return {
    added: textsOf(without(after, before)),
    removed: textsOf(without(before, after)),
    changed,
    reordered: movedIn(
      common,
      [...after.keys()].filter((id) => before.has(id)),
    ),
  };
}

/** A draft may hold something else in place of an edge. */
const isReadable = (edges: ById | null): edges is ById =>
  edges !== null && [...edges.values()].every((edge) => edgeOf(edge) !== null);

const edgesIn = (edges: readonly [string, JsonValue][]): EdgeDefinition[] =>
  edges.flatMap(([, edge]) => edgeOf(edge) ?? []);

/** @returns refused when one of the texts is no JSON */
export function diffDefinitions(before: string, after: string): DefinitionDiff | Refusal {
  const [old, current] = [WorkflowText.read(before), WorkflowText.read(after)];
  if (old === null || current === null) return refused('notJson');
  const [oldBlocks, blocks] = [blocksById(old.root), blocksById(current.root)];
  const [oldEdges, edges] = [edgesByKey(old.root), edgesByKey(current.root)];
  const hasBlocks = oldBlocks !== null && blocks !== null;
  const hasEdges = isReadable(oldEdges) && isReadable(edges);
  const isCompared = (name: string | number | undefined): boolean =>
    (hasBlocks && name === 'blocks') || (hasEdges && name === 'edges');
  return {
    ...(hasBlocks ? blockDiff(oldBlocks, blocks) : noBlocks),
    moved: movesBetween(old, current),
    addedEdges: hasEdges ? edgesIn(without(edges, oldEdges)) : [],
    removedEdges: hasEdges ? edgesIn(without(oldEdges, edges)) : [],
    fields: fieldChanges(old.root, current.root).filter(({ path }) => !isCompared(path[0])),
  };
}
