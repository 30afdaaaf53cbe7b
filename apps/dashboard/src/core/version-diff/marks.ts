/** Which blocks and edges of a drawing differ from another version, and how. */
import type { DefinitionDiff } from '../edit/diff/definition-diff.js';
import { edgeKey } from '../edit/text/edge-key.js';

export const markKinds = ['added', 'removed', 'changed', 'moved'] as const;
export type MarkKind = (typeof markKinds)[number];

export interface BlockMark {
  readonly kind: MarkKind;
  /** Fields that changed; 0 of other kinds. */
  readonly count: number;
}

export interface DrawingMarks {
  readonly blocks: ReadonlyMap<string, BlockMark>;
  /** By `edgeKey`, which is the id of the drawn edge too. */
  readonly edges: ReadonlyMap<string, 'added' | 'removed'>;
}

export const noMarks: DrawingMarks = { blocks: new Map(), edges: new Map() };

type EdgeList = DefinitionDiff['addedEdges'];

const edgeMarks = (edges: EdgeList, mark: 'added' | 'removed') =>
  edges.map((edge) => [edgeKey(edge), mark] as const);

/** A block that moved and changed is marked as changed: the list of fields says both. */
export function marksOf(diff: DefinitionDiff): DrawingMarks {
  const one = (kind: MarkKind, count = 0): BlockMark => ({ kind, count });
  return {
    blocks: new Map([
      ...diff.moved.map(({ id }) => [id, one('moved')] as const),
      ...diff.changed.map(({ id, fields }) => [id, one('changed', fields.length)] as const),
      ...diff.added.map(({ id }) => [id, one('added')] as const),
      ...diff.removed.map(({ id }) => [id, one('removed')] as const),
    ]),
    edges: new Map([
      ...edgeMarks(diff.addedEdges, 'added'),
      ...edgeMarks(diff.removedEdges, 'removed'),
    ]),
  };
}

/** How many blocks have each mark. */
export function countsOf({ blocks }: DrawingMarks): Readonly<Record<MarkKind, number>> {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0 };
  for (const { kind } of blocks.values()) counts[kind] += 1;
  return counts;
}
