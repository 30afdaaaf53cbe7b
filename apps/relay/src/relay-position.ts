/** Where a relay is in a ledger partition; the claim in force travels in the commit's metadata (design.md 3.9). */
import { topics } from '@libs/contracts';
import type { OffsetCommit } from '@libs/event-log';

export interface RelayPosition {
  /** Next offset to read. */
  readonly offset: number;
  /** Offset of the newest claim before it, or `noClaim`. */
  readonly claimInForce: number;
}

const metadataPattern = /^claim=(-1|\d{1,16})$/;

export function commitOf(partition: number, { offset, claimInForce }: RelayPosition): OffsetCommit {
  return { topic: topics.events, partition, offset, metadata: `claim=${claimInForce}` };
}

/** Null when the commit was not made by a relay (a tool moved the group): then the claim must be read from the log. */
export function claimIn(metadata: string): number | null {
  const claim = metadataPattern.exec(metadata)?.[1];
  return claim === undefined ? null : Number(claim);
}
