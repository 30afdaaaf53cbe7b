/**
 * Edges merge as a set: what one side added is there, what one side removed is gone. Edges at a
 * block whose deletion is undecided wait with it.
 */
import type { RemovePatch } from '../patch/patch.js';
import { edgeKeyOf, edgeOf } from '../text/edge-key.js';
import { fieldsOf, itemsOf, type JsonValue, rawOf } from '../text/json-value.js';
import { edgeContent } from '../text/parts.js';
import { edgesTarget } from '../text/target.js';
import type { BlockFates } from './block-fates.js';
import type { Conflict } from './conflict.js';
import type { MergeWriter } from './merge-writer.js';
import type { ById, OfThree } from './three-definitions.js';

const endsOf = (edge: JsonValue): string[] => {
  const ends = edgeOf(edge);
  return ends === null ? [] : [ends.from, ends.to];
};

/** My edges at a block. */
export const edgesAt = (edges: ById, block: string): string[] =>
  [...edges.values()].filter((edge) => endsOf(edge).includes(block)).map(rawOf);

/** I removed it, though perhaps only with a block that stays for now. */
function isRemoved(
  key: string,
  edge: JsonValue,
  { base, mine }: OfThree<ById>,
  { keptByThem, deleted }: BlockFates,
): boolean {
  if (!base.has(key) || mine.has(key)) return false;
  const ends = endsOf(edge);
  const isUndecided = ends.some((id) => keptByThem.has(id));
  return !isUndecided || ends.some((id) => deleted.includes(id));
}

function removalsOf(
  theirs: JsonValue | undefined,
  edges: OfThree<ById>,
  fates: BlockFates,
): RemovePatch[] {
  const items = theirs === undefined ? [] : itemsOf(theirs);
  return items
    .flatMap((edge, index): RemovePatch[] =>
      isRemoved(edgeContent(edge), edge, edges, fates)
        ? [{ op: 'remove', from: edgesTarget, index, name: edgeKeyOf(edge), leave: '' }]
        : [],
    )
    .reverse();
}

const listText = (edges: ById): string => `[${[...edges.values()].map(rawOf).join(',')}]`;

export function mergeEdges(writer: MergeWriter, edges: OfThree<ById>, fates: BlockFates): void {
  const { base, mine, theirs } = edges;
  const list = fieldsOf(writer.document.root).get('edges');
  const otherwise: Conflict = {
    kind: 'field',
    block: null,
    path: edgesTarget.path,
    base: listText(base),
    mine: listText(mine),
    theirs: list === undefined ? null : rawOf(list),
  };
  const patches = removalsOf(list, edges, fates);
  if (patches.length > 0) writer.write({ kind: 'applyPatches', patches }, otherwise);
  let count = (list === undefined ? 0 : itemsOf(list).length) - patches.length;
  for (const [key, edge] of mine) {
    if (base.has(key) || theirs.has(key)) continue;
    if (endsOf(edge).some((id) => fates.keptByMe.has(id))) continue;
    const target = { block: null, path: [...edgesTarget.path, count] };
    writer.write({ kind: 'insertItem', target, value: rawOf(edge) }, otherwise);
    count += 1;
  }
}
