/**
 * A relay's position in a ledger partition. The commit's metadata holds the claim in force and the
 * publisher of the partition, which a successor must fence first (decision 15).
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

/** Null when a tool, not a relay, made the commit: then the claim must be read from the log. */
export function claimIn(metadata: string): number | null {
  const claim = metadataPattern.exec(metadata)?.[1];
  return claim === undefined ? null : Number(claim);
}

/**
 * Transactional id of the partition's publisher. Without a name there is none, or a relay of
 * release 3 or before, which had an id for each partition.
 */
export function publisherIn(partition: number, metadata: string | undefined): string {
  return metadataPattern.exec(metadata ?? '')?.[2] ?? `relay-${partition}`;
}
