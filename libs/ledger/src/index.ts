/**
 * The rules of the ledger topics: which process may write a partition, and how records are read.
 */
export { admit, noClaim } from './claims.js';
export type { Admission, ClaimedRecord } from './claims.js';
export { ledgerEventTypes, readLedgerRecord } from './read-record.js';
export type { LedgerEvent, LedgerEventType, LedgerReading } from './read-record.js';
