import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import shipped from 'kafkajs/src/protocol/requests/fetch/v11/response.js';
import { decodeFetch } from './fetch-decoding.js';
import { encodeProduce } from './produce-encoding.js';
import type { ProduceMessage } from './record-writer.js';

const nowMs = 1_795_000_000_123;

/** Byte offsets of a batch's attributes and base timestamp. */
const attributesAt = 21;
const baseTimestampAt = 27;

interface Partition {
  readonly batches: readonly Buffer[];
  readonly aborted: readonly { readonly producerId: number; readonly firstOffset: number }[];
  /** How many bytes the fetch's size limit cut off the last batch. */
  readonly cutBytes: number;
}

/** A record batch as a producer sends it and a broker stores it. */
function batchOf(messages: readonly ProduceMessage[], firstOffset: number, attributes = 0): Buffer {
  const { buf } = encodeProduce(
    {
      acks: -1,
      timeout: 1,
      producerId: 4_000,
      producerEpoch: 3,
      topicData: [{ topic: '', partitions: [{ partition: 0, firstSequence: 7, messages }] }],
    },
    nowMs,
  );
  // Precedes the batch size: no transactional id, acks, timeout, one topic without a name, one
  // partition.
  const sizeAt = 2 + 2 + 4 + 4 + 2 + 4 + 4;
  const batch = buf.subarray(sizeAt + 4);
  expect(batch.length).toBe(buf.readInt32BE(sizeAt));
  batch.writeBigInt64BE(BigInt(firstOffset));
  batch.writeInt16BE(attributes, attributesAt);
  return batch;
}

const int = (bytes: 2 | 4 | 8, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigInt64BE(BigInt(value));
  else buffer.writeIntBE(value, 0, bytes);
  return buffer;
};

function partitionBytes({ batches, aborted, cutBytes }: Partition, index: number): Buffer {
  const all = Buffer.concat(batches);
  const records = all.subarray(0, Math.max(0, all.length - cutBytes));
  return Buffer.concat([
    int(4, index),
    int(2, 0),
    ...[1_000_000_000_000, 5, 0].map((offset) => int(8, offset)),
    int(4, aborted.length === 0 ? -1 : aborted.length),
    ...aborted.flatMap(({ producerId, firstOffset }) => [int(8, producerId), int(8, firstOffset)]),
    int(4, -1),
    int(4, records.length),
    records,
  ]);
}

const responseOf = (partitions: readonly Partition[]): Buffer =>
  Buffer.concat([
    int(4, 250),
    int(2, 0),
    int(4, 77),
    int(4, 1),
    int(2, 5),
    Buffer.from('topic'),
    int(4, partitions.length),
    ...partitions.map(partitionBytes),
  ]);

const bytes = fc.oneof(
  fc.string(),
  fc.uint8Array().map(Buffer.from),
  fc.nat(300).map((length) => Buffer.alloc(length, 'x')),
);
const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__');
const message: fc.Arbitrary<ProduceMessage> = fc.record(
  {
    key: fc.option(bytes),
    value: fc.option(bytes),
    headers: fc.dictionary(name, fc.oneof(bytes, fc.array(bytes, { maxLength: 3 })), {
      maxKeys: 10,
      noNullPrototype: true,
    }),
  },
  { requiredKeys: ['value'] },
);
/** By attributes: plain, with the broker's time, in a transaction, or a transaction's end. */
const batch = fc
  .tuple(
    fc.array(message, { minLength: 1, maxLength: 80 }),
    fc.oneof(
      fc.nat(),
      fc.nat().map((offset) => offset * 1_000),
    ),
    fc.constantFrom(0, 0x8, 0x10, 0x30),
  )
  .map(([messages, firstOffset, attributes]) => batchOf(messages, firstOffset, attributes));
const partition: fc.Arbitrary<Partition> = fc.record({
  batches: fc.array(batch, { maxLength: 3 }),
  aborted: fc.array(fc.record({ producerId: fc.nat(), firstOffset: fc.nat() }), { maxLength: 2 }),
  cutBytes: fc.constantFrom(0, 0, 1, 20, 100),
});

const plain = (over: Partial<Partition> = {}): Partition => ({
  batches: [batchOf([{ key: 'k', value: 'v', headers: { h: 'x' } }], 5)],
  aborted: [],
  cutBytes: 0,
  ...over,
});

describe('the body of a fetch response', () => {
  it('decodes to the same values as with kafkajs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(partition, { maxLength: 3 }), async (partitions) => {
        const raw = responseOf(partitions);
        expect(decodeFetch(raw)).toEqual(await shipped.decode(raw));
      }),
      { numRuns: 150 },
    );
  });

  it('decodes to offsets and times beyond 32 bits', () => {
    const late = batchOf([{ value: 'a' }, { value: 'b' }], 2 ** 40);
    const [record, next] = decodeFetch(responseOf([plain({ batches: [late] })]))!.responses[0]!
      .partitions[0]!.messages;
    expect([record!.offset, next!.offset]).toEqual(['1099511627776', '1099511627777']);
    expect(next!.timestamp).toBe(String(nowMs));
  });

  it('is left to kafkajs when compressed, old, truncated or with unsafe numbers', () => {
    const [usual] = plain().batches;
    const changed = (change: (copy: Buffer) => void): Buffer => {
      const copy = Buffer.from(usual!);
      change(copy);
      return responseOf([plain({ batches: [copy] })]);
    };
    expect(decodeFetch(changed(() => undefined))).not.toBeNull();
    expect(decodeFetch(changed((copy) => copy.writeInt16BE(1, attributesAt)))).toBeNull();
    expect(decodeFetch(changed((copy) => copy.writeInt8(1, 16)))).toBeNull();
    expect(
      decodeFetch(changed((copy) => copy.writeBigInt64BE(2n ** 60n, baseTimestampAt))),
    ).toBeNull();
    expect(decodeFetch(responseOf([plain()]).subarray(0, 60))).toBeNull();
  });
});
