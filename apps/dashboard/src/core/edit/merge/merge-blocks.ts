/** Merges blocks by id: deletions, fields, order, and what I added, each after its neighbour. */
import { fieldsOf } from '../text/json-value.js';
import { blocksTarget } from '../text/target.js';
import { blockConflict, type BlockFates } from './block-fates.js';
import { edgesAt } from './merge-edges.js';
import { mergeOrder } from './merge-order.js';
import { mergeValue } from './merge-value.js';
import type { MergeWriter } from './merge-writer.js';
import type { ById, OfThree } from './three-definitions.js';

function mergeFields(writer: MergeWriter, blocks: OfThree<ById>, id: string): void {
  const [base, mine, theirs] = [blocks.base, blocks.mine, blocks.theirs].map((side) => {
    const block = side.get(id);
    return block === undefined ? null : fieldsOf(block);
  });
  const names = new Set([
    ...(base?.keys() ?? []),
    ...(mine?.keys() ?? []),
    ...(theirs?.keys() ?? []),
  ]);
  for (const name of names)
    mergeValue(
      writer,
      { block: id, path: [name] },
      {
        base: base?.get(name) ?? null,
        mine: mine?.get(name) ?? null,
        theirs: theirs?.get(name) ?? null,
      },
    );
}

function addMine(writer: MergeWriter, blocks: OfThree<ById>, added: readonly string[]): void {
  const order = [...blocks.mine.keys()];
  for (const id of added) {
    const { indexes } = writer.document.outline;
    const before = order.slice(0, order.indexOf(id)).findLast((other) => indexes.has(other));
    const index = before === undefined ? 0 : (indexes.get(before) ?? 0) + 1;
    const conflict = blockConflict(blocks, id, []);
    writer.write({ kind: 'addBlock', block: conflict.mine ?? '', index }, conflict);
  }
}

export function mergeBlocks(
  writer: MergeWriter,
  blocks: OfThree<ById>,
  fates: BlockFates,
  myEdges: ById,
): void {
  for (const id of fates.deleted) {
    const index = writer.document.outline.indexes.get(id) ?? -1;
    const patch = { op: 'remove', from: blocksTarget, index, name: id, leave: '' } as const;
    writer.write({ kind: 'applyPatches', patches: [patch] }, blockConflict(blocks, id, []));
  }
  for (const id of fates.merged) mergeFields(writer, blocks, id);
  mergeOrder(writer, blocks);
  addMine(writer, blocks, fates.added);
  for (const id of fates.keptByThem) writer.conflicts.push(blockConflict(blocks, id, []));
  for (const id of fates.keptByMe)
    writer.conflicts.push(blockConflict(blocks, id, edgesAt(myEdges, id)));
}
