/**
 * The rules of the ledger topics: which process may write a partition, how records are read, and
 * which of them a takeover needs.
 */
export { admit, noClaim } from './claims.js';
export type { Admission, ClaimedRecord } from './claims.js';
export { decodePosition, earlierPosition, encodePosition } from './ledger-position.js';
export type { LedgerPosition } from './ledger-position.js';
export { ledgerEventTypes, readLedgerRecord } from './read-record.js';
export type { LedgerEvent, LedgerEventType, LedgerReading } from './read-record.js';
