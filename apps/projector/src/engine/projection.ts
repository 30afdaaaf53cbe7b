/** Interface between a projection and the engine that runs it. */
import type { Unreadable } from '@libs/consuming';
import type { ReceivedRecord } from '@libs/event-log';
import type { NotedChange } from './noted-change.js';
import type { TableRows } from './table-write.js';

/** Verdict on one record. `newer` stops the partition before it; the others let it continue. */
export type RecordOutcome = { readonly kind: 'applied' | 'ignored' } | Unreadable;

/** Folds the records of one batch, in order, into one row per key and table. */
export interface BatchFold {
  apply(record: ReceivedRecord): RecordOutcome;
  /** Claim in force after the last record applied. */
  readonly claimInForce: number;
  rows(): readonly TableRows[];
  /** What pages are told once the rows are written, in order; a thing may be named repeatedly. */
  changes(): readonly NotedChange[];
}

export interface Projection {
  /** Persisted in the checkpoint: never renamed. */
  readonly name: string;
  readonly topic: string;
  readonly groupId: string;
  /** Every table that its statements write, for a rebuild. */
  readonly tables: readonly string[];
  /** @param claimInForce from the checkpoint */
  startBatch(partition: number, claimInForce: number): BatchFold;
}
