/**
 * The claim rule (design.md 3.2): one writer per ledger partition, and the log decides who. Shared by every reader of the raw
 * ledger; pure.
 */
import { headers } from '@libs/contracts';

/** The part of a record that the rule needs. */
export interface ClaimedRecord {
  readonly offset: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Before any claim. Offsets start at 0, so every claim is newer. */
export const noClaim = -1;

export interface Admission {
  /** False: written by a superseded writer; the record must be ignored by every reader. */
  readonly admitted: boolean;
  /** Claim in force after this record. */
  readonly claimInForce: number;
}

/**
 * Judges the next record of a partition. A record that carries a newer claim than the reader knows proves that claim, because
 * only the log hands out claim offsets: so a reader may start anywhere with any older claim.
 * @param claimInForce offset of the newest claim before this record, or `noClaim`
 */
export function admit(claimInForce: number, record: ClaimedRecord): Admission {
  if (record.headers[headers.eventType] === 'PartitionClaimed') {
    return { admitted: true, claimInForce: Math.max(claimInForce, record.offset) };
  }
  const claimOffset = Number(record.headers[headers.claimOffset] ?? Number.NaN);
  if (!Number.isInteger(claimOffset) || claimOffset < claimInForce || claimOffset > record.offset) {
    return { admitted: false, claimInForce };
  }
  return { admitted: true, claimInForce: claimOffset };
}
