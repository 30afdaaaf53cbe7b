/** The rules that make the ledger topics a ledger: who may write a partition, and how a record is written and read. */
export { admit, noClaim } from './claims.js';
export type { Admission, ClaimedRecord } from './claims.js';
export { poisonRecordOf } from './poison.js';
export { ledgerEventTypes, readLedgerRecord } from './read-record.js';
export type { LedgerEvent, LedgerEventType, LedgerReading } from './read-record.js';
