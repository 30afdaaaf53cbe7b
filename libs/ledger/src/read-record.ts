/**
 * Interprets a raw ledger record for readers that map events to something else (projector, relay,
 * live tail): the claim rule and the codec in one verdict. Pure. It decides only which records are
 * valid, not what a reader does with them.
 */
import { readRecord, type Decoded, type Unreadable } from '@libs/consuming';
import { headers } from '@libs/contracts';
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
export type LedgerEvent = Decoded<LedgerEventType>;

export type LedgerReading =
  | { readonly kind: 'event'; readonly event: LedgerEvent; readonly claimInForce: number }
  /** Written under an older claim; every reader ignores it. */
  | { readonly kind: 'superseded'; readonly claimInForce: number }
  /** At `newer` the reader must halt, because skipping it would repeat effects. */
  | (Unreadable & { readonly claimInForce: number });

function readAdmitted(record: ReceivedRecord, claimInForce: number): LedgerReading {
  const reading = readRecord(record, ledgerEventTypes, 'newer');
  if (reading.kind !== 'ok') return { ...reading, claimInForce };
  const { decoded: event } = reading;
  const named = record.headers[headers.eventType];
  if (named === event.type) return { kind: 'event', event, claimInForce };
  const reason = `header says ${String(named)}, schema says ${event.type}`;
  return { kind: 'newer', reason, claimInForce };
}

/** @param claimInForce offset of the newest claim before this record, or `noClaim` */
export function readLedgerRecord(claimInForce: number, record: ReceivedRecord): LedgerReading {
  const admission = admit(claimInForce, record);
  if (admission.admitted) return readAdmitted(record, admission.claimInForce);
  // Our writers always set the claim, so this frame is foreign and not from a superseded writer.
  return record.headers[headers.claimOffset] === undefined
    ? { kind: 'poison', reason: 'carries no claim', claimInForce }
    : { kind: 'superseded', claimInForce };
}
