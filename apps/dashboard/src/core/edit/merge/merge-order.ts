/** The order of the blocks in the text: mine where only I moved some. */
import type { Command } from '../command/command.js';
import { movedIn } from '../diff/longest-run.js';
import type { OrderConflict } from './conflict.js';
import type { MergeWriter } from './merge-writer.js';
import { type ById, type OfThree, ofThree } from './three-definitions.js';

/** Puts these blocks into this order, moving as few as possible. */
export function commandsToOrder(current: readonly string[], wanted: readonly string[]): Command[] {
  const known = new Set(wanted);
  return movedIn(
    current.filter((id) => known.has(id)),
    wanted,
  ).map((block) => {
    const after = wanted[wanted.indexOf(block) - 1] ?? null;
    return { kind: 'moveBlock', block, after };
  });
}

export function mergeOrder(writer: MergeWriter, blocks: OfThree<ById>): void {
  const orders = ofThree(blocks, (own) =>
    [...own.keys()].filter(
      (id) => blocks.base.has(id) && blocks.mine.has(id) && blocks.theirs.has(id),
    ),
  );
  const texts = ofThree(orders, (ids) => JSON.stringify(ids));
  if (texts.mine === texts.base || texts.mine === texts.theirs) return;
  const conflict: OrderConflict = { kind: 'order', ...texts };
  if (texts.theirs !== texts.base) {
    writer.conflicts.push(conflict);
    return;
  }
  for (const command of commandsToOrder(orders.theirs, orders.mine))
    writer.write(command, conflict);
}
