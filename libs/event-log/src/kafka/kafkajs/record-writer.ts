/**
 * Sizes and bytes of Kafka's primitive types and of one record (record batch version 2). The size
 * is computed first, so one buffer fits.
 */
type Bytes = Buffer | string | null | undefined;

export interface ProduceMessage {
  readonly key?: Bytes;
  readonly value: Bytes;
  readonly headers?: Readonly<Record<string, Buffer | string | readonly (Buffer | string)[]>>;
  readonly timestamp?: string | number | null;
}

const byteLength = (bytes: Buffer | string): number =>
  typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;

const zigZag = (value: number): number => (value << 1) ^ (value >> 31);

export function varIntBytes(value: number): number {
  let left = zigZag(value) >>> 0;
  let size = 1;
  while (left > 0x7f) {
    left >>>= 7;
    size += 1;
  }
  return size;
}

function prefixedBytes(bytes: Bytes): number {
  if (bytes === null || bytes === undefined) return varIntBytes(-1);
  const length = byteLength(bytes);
  return varIntBytes(length) + length;
}

type HeaderPair = readonly [name: string, value: Buffer | string];

function headersOf({ headers }: ProduceMessage): readonly HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string' || Buffer.isBuffer(value)) pairs.push([name, value]);
    else for (const one of value ?? []) pairs.push([name, one]);
  }
  return pairs;
}

/** Excludes the length prefix; `offsetDelta` is the record's index in the batch. */
export function recordBytes(message: ProduceMessage, offsetDelta: number): number {
  // Attributes and the timestamp delta take one byte each.
  let size = 2 + varIntBytes(offsetDelta);
  size += prefixedBytes(message.key) + prefixedBytes(message.value);
  const headers = headersOf(message);
  for (const [name, value] of headers) size += prefixedBytes(name) + prefixedBytes(value);
  return size + varIntBytes(headers.length);
}

/** Writes forward; the caller has made sure that there is room. */
export class Writer {
  at = 0;
  constructor(readonly buf: Buffer) {}

  int8(value: number): void {
    this.at = this.buf.writeInt8(value, this.at);
  }
  int16(value: number): void {
    this.at = this.buf.writeInt16BE(value, this.at);
  }
  int32(value: number): void {
    this.at = this.buf.writeInt32BE(value, this.at);
  }
  int64(value: bigint): void {
    this.at = this.buf.writeBigInt64BE(value, this.at);
  }
  varInt(value: number): void {
    let left = zigZag(value) >>> 0;
    while (left > 0x7f) {
      this.buf[this.at++] = (left & 0x7f) | 0x80;
      left >>>= 7;
    }
    this.buf[this.at++] = left;
  }
  bytes(bytes: Buffer | string): void {
    this.at +=
      typeof bytes === 'string' ? this.buf.write(bytes, this.at) : bytes.copy(this.buf, this.at);
  }
  prefixed(bytes: Bytes): void {
    if (bytes === null || bytes === undefined) {
      this.varInt(-1);
      return;
    }
    this.varInt(byteLength(bytes));
    this.bytes(bytes);
  }
  string(text: string | null | undefined): void {
    if (text === null || text === undefined) {
      this.int16(-1);
      return;
    }
    this.int16(Buffer.byteLength(text));
    this.bytes(text);
  }

  record(message: ProduceMessage, offsetDelta: number, sizeBytes: number): void {
    this.varInt(sizeBytes);
    this.int8(0);
    this.varInt(0);
    this.varInt(offsetDelta);
    this.prefixed(message.key);
    this.prefixed(message.value);
    const headers = headersOf(message);
    this.varInt(headers.length);
    for (const [name, value] of headers) {
      this.prefixed(name);
      this.prefixed(value);
    }
  }
}
