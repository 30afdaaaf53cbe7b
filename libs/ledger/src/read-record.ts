/**
 * Interprets a raw ledger record for readers that map events to something else (projector, relay,
 * live tail): the claim rule and the codec in one verdict. Pure. It decides only which records are
 * valid, not what a reader does with them.
 */
import { decodeRecord, headers, UndecodableRecordError, type DecodedRecord } from '@libs/contracts';
import type { ReceivedRecord } from '@libs/event-log';
import { admit } from './claims.js';

/**
 * Types that belong in the ledger. Any other type is from a newer release or does not belong there.
 */
export const ledgerEventTypes = [
  'PartitionClaimed',
  'ExecutionStarted',
  'BlockStarted',
  'BlockAttemptFailed',
  'BlockOutputStreamed',
  'BlockCompleted',
  'ExecutionParked',
  'ExecutionResumed',
  'ExecutionCompleted',
] as const;

export type LedgerEventType = (typeof ledgerEventTypes)[number];
export type LedgerEvent = Extract<DecodedRecord, { readonly type: LedgerEventType }>;

export type LedgerReading =
  | { readonly kind: 'event'; readonly event: LedgerEvent; readonly claimInForce: number }
  /** Written under an older claim; every reader ignores it. */
  | { readonly kind: 'superseded'; readonly claimInForce: number }
  /** Never becomes readable: it goes to the poison topic, and the reader continues. */
  | { readonly kind: 'garbage'; readonly reason: string; readonly claimInForce: number }
  /** From a newer release: the reader must halt, because skipping it would repeat effects. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly claimInForce: number };

const isLedgerEvent = (record: DecodedRecord): record is LedgerEvent =>
  (ledgerEventTypes as readonly string[]).includes(record.type);

function readAdmitted(record: ReceivedRecord, claimInForce: number): LedgerReading {
  try {
    const event = decodeRecord(record.value);
    const named = record.headers[headers.eventType];
    if (!isLedgerEvent(event))
      return { kind: 'unknown', reason: `${event.type} in the ledger`, claimInForce };
    if (named !== event.type) {
      return {
        kind: 'unknown',
        reason: `header says ${String(named)}, schema says ${event.type}`,
        claimInForce,
      };
    }
    return { kind: 'event', event, claimInForce };
  } catch (error) {
    if (!(error instanceof UndecodableRecordError)) throw error;
    return error.code === 'UNKNOWN_SCHEMA'
      ? { kind: 'unknown', reason: error.message, claimInForce }
      : { kind: 'garbage', reason: error.message, claimInForce };
  }
}

/** @param claimInForce offset of the newest claim before this record, or `noClaim` */
export function readLedgerRecord(claimInForce: number, record: ReceivedRecord): LedgerReading {
  const admission = admit(claimInForce, record);
  if (admission.admitted) return readAdmitted(record, admission.claimInForce);
  // Our writers always set the claim, so this frame is foreign and not from a superseded writer.
  return record.headers[headers.claimOffset] === undefined
    ? { kind: 'garbage', reason: 'carries no claim', claimInForce }
    : { kind: 'superseded', claimInForce };
}
