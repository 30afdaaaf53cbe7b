/**
 * The claim rule (decision 3): one writer per ledger partition, and the log decides which. Every
 * reader of the raw ledger uses it. Pure.
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
  /** False: a superseded writer wrote the record, and every reader must ignore it. */
  readonly admitted: boolean;
  /** Claim in force after this record. */
  readonly claimInForce: number;
}

/**
 * Only the log issues claim offsets, so a record that carries a newer claim proves that claim. A
 * reader may therefore start anywhere, with any older claim.
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
