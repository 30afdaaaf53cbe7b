import type { OutgoingRecord } from './ports.js';

/** Largest record that is handed to a producer: `max.message.bytes` of the ledger topics (design.md 2). */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;
/** Length, timestamp, offset and attribute fields of one record, and its share of the batch header, at most. */
const RECORD_OVERHEAD_BYTES = 80;
/** Two length prefixes. */
const HEADER_OVERHEAD_BYTES = 10;

/** Encoded size in bytes, an upper bound. */
export function recordSizeBytes(record: OutgoingRecord): number {
  let bytes = RECORD_OVERHEAD_BYTES + (record.value?.length ?? 0);
  if (record.key !== null) bytes += Buffer.byteLength(record.key);
  for (const name in record.headers) {
    bytes +=
      Buffer.byteLength(name) +
      Buffer.byteLength(record.headers[name] ?? '') +
      HEADER_OVERHEAD_BYTES;
  }
  return bytes;
}
