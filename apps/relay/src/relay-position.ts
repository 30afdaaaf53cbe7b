/**
 * Where a relay is in a ledger partition. The commit's metadata holds the claim in force (design.md 3.9) and who publishes the
 * partition from there on: its successor has to fence that one first (docs/decisions/0015).
 */
import { topics } from '@libs/contracts';
import type { OffsetCommit } from '@libs/event-log';

export interface RelayPosition {
  /** Next offset to read. */
  readonly offset: number;
  /** Offset of the newest claim before it, or `noClaim`. */
  readonly claimInForce: number;
}

const metadataPattern = /^claim=(-1|\d{1,16})(?: publisher=(relay-[0-9a-f-]{36}))?$/;

/** @param publisherId transactional id */
export function commitOf(
  partition: number,
  { offset, claimInForce }: RelayPosition,
  publisherId: string,
): OffsetCommit {
  const metadata = `claim=${claimInForce} publisher=${publisherId}`;
  return { topic: topics.events, partition, offset, metadata };
}

/** Null when the commit was not made by a relay (a tool moved the group): then the claim must be read from the log. */
export function claimIn(metadata: string): number | null {
  const claim = metadataPattern.exec(metadata)?.[1];
  return claim === undefined ? null : Number(claim);
}

/**
 * Transactional id of whoever may publish the partition. Without a name, nobody or a relay of release 3 or before, which had an id
 * for each partition.
 */
export function publisherIn(partition: number, metadata: string | undefined): string {
  return metadataPattern.exec(metadata ?? '')?.[2] ?? `relay-${partition}`;
}
