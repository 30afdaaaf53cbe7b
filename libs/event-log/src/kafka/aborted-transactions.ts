/**
 * Which records of a fetch belong to aborted transactions (`read_committed`; Kafka protocol, Fetch v4+, `aborted_transactions`).
 *
 * kafkajs 2.2.4 decides this wrongly as soon as two producers' transactions overlap in a partition: it takes the broker's list to be
 * in order of `first_offset` (it is in order of the transactions' ends) and enters at most one transaction per record, so that
 * records of an aborted transaction reach the reader. Found by the chaos run: completions that were never committed.
 */

/** What kafkajs decodes of a record, as far as it matters here. Offsets and producer ids are decimal int64. */
export interface FetchedRecord {
  readonly offset: string;
  readonly key: Buffer | null;
  /** Set: the reader never sees the record, but passes it. */
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

/** Hides the aborted records of a partition and empties the list, so that kafkajs' own filter has nothing left to do. */
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
