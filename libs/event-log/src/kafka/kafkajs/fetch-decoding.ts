/**
 * Decodes the body of a fetch response (version 11) in place. kafkajs creates a decoder and several
 * BigInts per record, and copies the headers object for each header. Measured per record with two
 * headers or nine: 5 to 6 µs there, 1.5 to 1.8 µs here. The result has the same values in the same
 * shape (`fetch-decoding.spec.ts`). Formats: kafka.apache.org/protocol, record batch version 2.
 */
import { RecordReader, UnusualBytes } from './record-reader.js';

interface DecodedBatchContext {
  readonly firstOffset: string;
  readonly firstTimestamp: string;
  readonly partitionLeaderEpoch: number;
  readonly inTransaction: boolean;
  readonly isControlBatch: boolean;
  readonly lastOffsetDelta: number;
  readonly producerId: string;
  readonly producerEpoch: number;
  readonly firstSequence: number;
  readonly maxTimestamp: string;
  readonly timestampType: number;
  readonly magicByte: number;
}

type Headers = Record<string, Buffer | null | (Buffer | null)[]>;

interface DecodedRecord {
  readonly magicByte: number;
  readonly attributes: number;
  readonly timestamp: string;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Headers;
  isControlRecord: boolean;
  readonly batchContext: DecodedBatchContext;
}

interface DecodedPartition {
  readonly partition: number;
  readonly errorCode: number;
  readonly highWatermark: string;
  readonly lastStableOffset: string;
  readonly lastStartOffset: string;
  abortedTransactions: { readonly producerId: string; readonly firstOffset: string }[];
  readonly preferredReadReplica: number;
  readonly messages: DecodedRecord[];
}

interface DecodedFetch {
  /** Always 0: the broker does not throttle; the client waits for `clientSideThrottleTime`. */
  readonly throttleTime: 0;
  readonly clientSideThrottleTime: number;
  readonly errorCode: number;
  readonly sessionId: number;
  readonly responses: {
    readonly topicName: string | null;
    readonly partitions: DecodedPartition[];
  }[];
}

const magic = 2;
/** Counted from the start of a batch. */
const magicAt = 16;
const smallestBatchBytes = 61;
/** The bytes of the first offset and of the length field itself. */
const beforeLengthCounts = 12;
const compressionBits = 0x7;
const logAppendTimeBit = 0x8;
const transactionalBit = 0x10;
const controlBit = 0x20;

function safe(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new UnusualBytes(`not a safe integer: ${text}`);
  return value;
}

function readHeaders(reader: RecordReader): Headers {
  const headers: Headers = {};
  for (let left = reader.varInt(); left > 0; left -= 1) {
    const name = reader.varIntText();
    const value = reader.varIntBytes();
    const other = headers[name];
    if (other === undefined) headers[name] = value;
    else if (Array.isArray(other)) other.push(value);
    else headers[name] = [other, value];
  }
  return headers;
}

function readContext(reader: RecordReader): DecodedBatchContext {
  const firstOffset = reader.int64Text();
  reader.skip(4);
  const partitionLeaderEpoch = reader.int32();
  // Magic byte and checksum; kafkajs does not check the latter either.
  reader.skip(5);
  const attributes = reader.int16();
  if ((attributes & compressionBits) !== 0) throw new UnusualBytes('compressed');
  const lastOffsetDelta = reader.int32();
  const firstTimestamp = reader.int64Text();
  const maxTimestamp = reader.int64Text();
  return {
    firstOffset,
    firstTimestamp,
    partitionLeaderEpoch,
    inTransaction: (attributes & transactionalBit) !== 0,
    isControlBatch: (attributes & controlBit) !== 0,
    lastOffsetDelta,
    producerId: reader.int64Text(),
    producerEpoch: reader.int16(),
    firstSequence: reader.int32(),
    maxTimestamp,
    timestampType: (attributes & logAppendTimeBit) !== 0 ? 1 : 0,
    magicByte: magic,
  };
}

function readBatch(reader: RecordReader, records: DecodedRecord[]): void {
  const context = readContext(reader);
  const firstOffset = safe(context.firstOffset);
  const firstTimestamp = safe(context.firstTimestamp);
  const appendTime = context.timestampType === 1 ? context.maxTimestamp : null;
  for (let left = reader.int32(); left > 0; left -= 1) {
    const end = reader.varInt() + reader.at;
    const attributes = reader.int8();
    const timestamp = appendTime ?? String(firstTimestamp + reader.varLong());
    if (appendTime !== null) reader.varLong();
    records.push({
      magicByte: magic,
      attributes,
      timestamp,
      offset: String(firstOffset + reader.varInt()),
      key: reader.varIntBytes(),
      value: reader.varIntBytes(),
      headers: readHeaders(reader),
      isControlRecord: context.isControlBatch,
      batchContext: context,
    });
    reader.at = end;
  }
}

/** The last batch may be cut off, because the broker stops at the byte limit. */
function readRecords(reader: RecordReader): DecodedRecord[] {
  const records: DecodedRecord[] = [];
  const sizeBytes = reader.int32();
  if (sizeBytes <= 0) return records;
  const end = reader.at + sizeBytes;
  if (end > reader.buf.length) throw new UnusualBytes('records are cut off');
  while (end - reader.at >= smallestBatchBytes) {
    const { at, buf } = reader;
    if (buf[at + magicAt] !== magic) throw new UnusualBytes('an older format');
    const batchEnd = at + beforeLengthCounts + buf.readInt32BE(at + 8);
    if (batchEnd > end) break;
    readBatch(reader, records);
    reader.at = batchEnd;
  }
  reader.at = end;
  return records;
}

const readPartition = (reader: RecordReader): DecodedPartition => ({
  partition: reader.int32(),
  errorCode: reader.int16(),
  highWatermark: reader.int64Text(),
  lastStableOffset: reader.int64Text(),
  lastStartOffset: reader.int64Text(),
  abortedTransactions: reader.list(() => ({
    producerId: reader.int64Text(),
    firstOffset: reader.int64Text(),
  })),
  preferredReadReplica: reader.int32(),
  messages: readRecords(reader),
});

/**
 * Returns null for what kafkajs must decode: compressed batches, older formats, bodies cut off
 * elsewhere than in the last batch, and numbers that are no safe integers.
 */
export function decodeFetch(raw: Buffer): DecodedFetch | null {
  const reader = new RecordReader(raw);
  try {
    return {
      throttleTime: 0,
      clientSideThrottleTime: reader.int32(),
      errorCode: reader.int16(),
      sessionId: reader.int32(),
      responses: reader.list(() => ({
        topicName: reader.text(),
        partitions: reader.list(() => readPartition(reader)),
      })),
    };
  } catch (error) {
    if (error instanceof UnusualBytes) return null;
    throw error;
  }
}
