/**
 * Folds one batch of a partition into rows, poison records and the next checkpoint. Pure, except
 * for state inside the projection's fold.
 */
import type { ReceivedRecord } from '@libs/event-log';
import type { NotedChange } from './noted-change.js';
import type { Checkpoint } from './checkpoint.js';
import type { Projection } from './projection.js';
import type { TableRows } from './table-write.js';

export interface FoldedBatch {
  readonly next: Checkpoint;
  readonly rows: readonly TableRows[];
  readonly changes: readonly NotedChange[];
  readonly poison: readonly { readonly record: ReceivedRecord; readonly reason: string }[];
  readonly applied: number;
  readonly ignored: number;
  /** Total size of the records' values. */
  readonly bytes: number;
  /** Set when the partition must not go past `next`. */
  readonly haltReason: string | null;
}

/** Records below the checkpoint were projected before and are dropped. */
export function foldBatch(
  projection: Projection,
  partition: number,
  from: Checkpoint,
  records: readonly ReceivedRecord[],
): FoldedBatch {
  const fold = projection.startBatch(partition, from.claimOffset);
  const poison: { record: ReceivedRecord; reason: string }[] = [];
  let nextOffset = from.nextOffset;
  let applied = 0;
  let ignored = 0;
  let bytes = 0;
  let haltReason: string | null = null;
  for (const record of records) {
    if (record.offset < from.nextOffset) continue;
    const outcome = fold.apply(record);
    if (outcome.kind === 'newer') {
      haltReason = outcome.reason;
      nextOffset = record.offset;
      break;
    }
    bytes += record.value?.length ?? 0;
    if (outcome.kind === 'poison') poison.push({ record, reason: outcome.reason });
    if (outcome.kind === 'applied') applied += 1;
    if (outcome.kind === 'ignored') ignored += 1;
    nextOffset = record.offset + 1;
  }
  return {
    next: { nextOffset, claimOffset: fold.claimInForce },
    rows: fold.rows(),
    changes: fold.changes(),
    poison,
    applied,
    ignored,
    bytes,
    haltReason,
  };
}
