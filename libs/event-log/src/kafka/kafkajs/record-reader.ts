/**
 * Reads Kafka's primitive types from a buffer without a copy; counterpart of `record-writer.ts`.
 */
const twoTo32 = 2 ** 32;
/** A high half below this gives a safe integer. */
const safeHigh = 2 ** 21;
/** Seven bytes of seven bits; no value read here is longer. */
const maxVarLongFactor = 2 ** 49;

/**
 * The bytes are cut off or in a format that is not handled here: the caller leaves them to kafkajs.
 */
export class UnusualBytes extends Error {}

export class RecordReader {
  at = 0;
  constructor(readonly buf: Buffer) {}

  skip(bytes: number): void {
    this.at += bytes;
  }
  int8(): number {
    return this.buf.readInt8(this.#move(1));
  }
  int16(): number {
    return this.buf.readInt16BE(this.#move(2));
  }
  int32(): number {
    return this.buf.readInt32BE(this.#move(4));
  }
  /** As decimal text, like kafkajs. */
  int64Text(): string {
    const at = this.#move(8);
    const { buf } = this;
    const high = buf.readInt32BE(at);
    if (high >= 0 && high < safeHigh) return String(high * twoTo32 + buf.readUInt32BE(at + 4));
    return String(buf.readBigInt64BE(at));
  }
  varInt(): number {
    let value = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = this.#byte();
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte > 0x7f);
    return (value >>> 1) ^ -(value & 1);
  }
  /** @throws UnusualBytes beyond 49 bits */
  varLong(): number {
    let value = 0;
    let factor = 1;
    let byte: number;
    do {
      if (factor >= maxVarLongFactor) throw new UnusualBytes('longer than 49 bits');
      byte = this.#byte();
      value += (byte & 0x7f) * factor;
      factor *= 128;
    } while (byte > 0x7f);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
  varIntBytes(): Buffer | null {
    const length = this.varInt();
    return length < 0 ? null : this.#slice(length);
  }
  varIntText(): string {
    const length = this.varInt();
    const start = this.#move(Math.max(0, length));
    return this.buf.toString('utf8', start, this.at);
  }
  text(): string | null {
    const length = this.int16();
    if (length < 0) return null;
    const start = this.#move(length);
    return this.buf.toString('utf8', start, this.at);
  }
  list<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let left = this.int32(); left > 0; left -= 1) items.push(read());
    return items;
  }

  #byte(): number {
    const byte = this.buf[this.at++];
    if (byte === undefined) throw new UnusualBytes('beyond the end');
    return byte;
  }
  #move(bytes: number): number {
    const start = this.at;
    this.at += bytes;
    if (this.at > this.buf.length) throw new UnusualBytes('beyond the end');
    return start;
  }
  #slice(bytes: number): Buffer {
    const start = this.#move(bytes);
    return this.buf.subarray(start, this.at);
  }
}
