import type { OutgoingRecord } from './ports.js';

/** Largest record passed to a producer, in bytes: `max.message.bytes` of the ledger topics. */
export const maxRecordBytes = 16 * 1024 * 1024;
/**
 * At most: a record's length, timestamp, offset and attributes, and its share of the batch header.
 */
const recordOverheadBytes = 80;
/** Two length prefixes. */
const headerOverheadBytes = 10;

/** Upper bound of the encoded size, in bytes. */
export function recordSizeBytes(record: OutgoingRecord): number {
  let bytes = recordOverheadBytes + (record.value?.length ?? 0);
  if (record.key !== null) bytes += Buffer.byteLength(record.key);
  for (const name in record.headers) {
    bytes +=
      Buffer.byteLength(name) + Buffer.byteLength(record.headers[name] ?? '') + headerOverheadBytes;
  }
  return bytes;
}
