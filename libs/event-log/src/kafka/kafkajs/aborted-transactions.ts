/**
 * Decides which records belong to aborted transactions (`read_committed`; Fetch v4+,
 * `aborted_transactions`). kafkajs 2.2.4 gets this wrong when transactions of two producers overlap
 * in a partition. It assumes that the broker's list is ordered by `first_offset`, not by the
 * transactions' ends, and starts at most one transaction per record. Aborted records then reach the
 * reader: the chaos run saw completions that were never committed.
 */

/** The fields of kafkajs' decoded records that matter here. Offsets and ids are decimal int64. */
export interface FetchedRecord {
  readonly offset: string;
  readonly key: Buffer | null;
  /**
   * When set, kafkajs skips the record: the reader never sees it but its position moves past it.
   */
  isControlRecord?: boolean;
  readonly batchContext?: {
    readonly producerId: string;
    readonly inTransaction: boolean;
    readonly isControlBatch: boolean;
  };
}

export interface FetchedPartition {
  abortedTransactions?: readonly { readonly producerId: string; readonly firstOffset: string }[];
  readonly messages: readonly FetchedRecord[];
}

/** Type of a control record: bytes 2 and 3 of its key (KIP-98). */
const abortType = 0;
const isAbortMarker = ({ key, batchContext }: FetchedRecord): boolean =>
  batchContext?.isControlBatch === true && key?.readInt16BE(2) === abortType;

/**
 * Hides a partition's aborted records and empties the list, so kafkajs' own filter does nothing.
 */
export function hideAborted(partition: FetchedPartition): void {
  const { abortedTransactions, messages } = partition;
  if (abortedTransactions === undefined || abortedTransactions.length === 0) return;
  const ahead = abortedTransactions
    .map(({ producerId, firstOffset }) => ({ producerId, firstOffset: Number(firstOffset) }))
    .sort((a, b) => b.firstOffset - a.firstOffset);
  const aborted = new Set<string>();
  for (const record of messages) {
    const offset = Number(record.offset);
    for (let next = ahead.at(-1); next && next.firstOffset <= offset; next = ahead.at(-1)) {
      aborted.add(next.producerId);
      ahead.pop();
    }
    if (record.batchContext?.inTransaction !== true) continue;
    if (isAbortMarker(record)) aborted.delete(record.batchContext.producerId);
    else if (aborted.has(record.batchContext.producerId)) record.isControlRecord = true;
  }
  partition.abortedTransactions = [];
}
