/** Which blocks each side added or deleted, and where a deletion meets a change. */
import { edgeOf } from '../text/edge-key.js';
import { type JsonValue, rawOf } from '../text/json-value.js';
import { sameOrMissing } from '../text/same-value.js';
import type { BlockConflict } from './conflict.js';
import type { ById, OfThree } from './three-definitions.js';

export interface BlockFates {
  /** In all three, or added by both. */
  readonly merged: readonly string[];
  /** In my order. */
  readonly added: readonly string[];
  readonly deleted: readonly string[];
  /** I deleted them, they changed them. */
  readonly keptByThem: ReadonlySet<string>;
  /** They deleted them, I changed them. */
  readonly keptByMe: ReadonlySet<string>;
}

/** Blocks that an edge of one side begins or ends at, where the base has no such edge. */
function newlyJoined(edges: ById, base: ById): Set<string> {
  const added = [...edges].filter(([key]) => !base.has(key));
  return new Set(
    added.flatMap(([, edge]) => {
      const ends = edgeOf(edge);
      return ends === null ? [] : [ends.from, ends.to];
    }),
  );
}

export function blockFates(blocks: OfThree<ById>, edges: OfThree<ById> | null): BlockFates {
  const { base, mine, theirs } = blocks;
  const joinedBy = (side: 'mine' | 'theirs'): Set<string> =>
    edges === null ? new Set() : newlyJoined(edges[side], edges.base);
  const joined = { mine: joinedBy('mine'), theirs: joinedBy('theirs') };
  // A new edge to a block is a change of the block, too: the deletion would cut it.
  const isChanged = (side: 'mine' | 'theirs', id: string): boolean =>
    joined[side].has(id) || !sameOrMissing(base.get(id) ?? null, blocks[side].get(id) ?? null);
  const inBase = [...base.keys()];
  const deletedByMe = inBase.filter((id) => !mine.has(id) && theirs.has(id));
  const deletedByThem = inBase.filter((id) => mine.has(id) && !theirs.has(id));
  return {
    merged: [...mine.keys()].filter((id) => theirs.has(id)),
    added: [...mine.keys()].filter((id) => !theirs.has(id) && !base.has(id)),
    deleted: deletedByMe.filter((id) => !isChanged('theirs', id)),
    keptByThem: new Set(deletedByMe.filter((id) => isChanged('theirs', id))),
    keptByMe: new Set(deletedByThem.filter((id) => isChanged('mine', id))),
  };
}

const rawIn = (blocks: ById, id: string): string | null => {
  const block: JsonValue | undefined = blocks.get(id);
  return block === undefined ? null : rawOf(block);
};

export const blockConflict = (
  { base, mine, theirs }: OfThree<ById>,
  block: string,
  edges: readonly string[],
): BlockConflict => ({
  kind: 'block',
  block,
  base: rawIn(base, block),
  mine: rawIn(mine, block),
  theirs: rawIn(theirs, block),
  edges,
});
