import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import shipped from 'kafkajs/src/protocol/requests/fetch/v11/response.js';
import { decodeFetch } from './fetch-decoding.js';
import type { ProduceMessage } from './record-writer.js';
import {
  attributesAt,
  baseTimestampAt,
  fetchResponse,
  nowMs,
  recordBatch,
  type FetchedBytes,
} from '../../testing/fetch-response.js';

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
  .map(([messages, firstOffset, attributes]) => recordBatch(messages, firstOffset, attributes));
/** kafkajs reads the format there without a look at the length. A broker never cuts before it. */
const formatAt = 16;
const hasFormat = ({ batches, cutBytes }: FetchedBytes): boolean =>
  cutBytes === 0 || Buffer.concat(batches).length - cutBytes > formatAt;
const partition: fc.Arbitrary<FetchedBytes> = fc
  .record({
    batches: fc.array(batch, { maxLength: 3 }),
    aborted: fc.array(fc.record({ producerId: fc.nat(), firstOffset: fc.nat() }), { maxLength: 2 }),
    cutBytes: fc.constantFrom(0, 0, 1, 20, 100),
  })
  .filter(hasFormat);

const plain = (over: Partial<FetchedBytes> = {}): FetchedBytes => ({
  batches: [recordBatch([{ key: 'k', value: 'v', headers: { h: 'x' } }], 5)],
  aborted: [],
  cutBytes: 0,
  ...over,
});

describe('the body of a fetch response', () => {
  it('decodes to the same values as with kafkajs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(partition, { maxLength: 3 }), async (partitions) => {
        const raw = fetchResponse(partitions);
        expect(decodeFetch(raw)).toEqual(await shipped.decode(raw));
      }),
      { numRuns: 150 },
    );
  });

  it('decodes to offsets and times beyond 32 bits', () => {
    const late = recordBatch([{ value: 'a' }, { value: 'b' }], 2 ** 40);
    const [record, next] = decodeFetch(fetchResponse([plain({ batches: [late] })]))!.responses[0]!
      .partitions[0]!.messages;
    expect([record!.offset, next!.offset]).toEqual(['1099511627776', '1099511627777']);
    expect(next!.timestamp).toBe(String(nowMs));
  });

  it('is left to kafkajs when compressed, old, truncated or with unsafe numbers', () => {
    const [usual] = plain().batches;
    const changed = (change: (copy: Buffer) => void): Buffer => {
      const copy = Buffer.from(usual!);
      change(copy);
      return fetchResponse([plain({ batches: [copy] })]);
    };
    expect(decodeFetch(changed(() => undefined))).not.toBeNull();
    expect(decodeFetch(changed((copy) => copy.writeInt16BE(1, attributesAt)))).toBeNull();
    expect(decodeFetch(changed((copy) => copy.writeInt8(1, 16)))).toBeNull();
    expect(
      decodeFetch(changed((copy) => copy.writeBigInt64BE(2n ** 60n, baseTimestampAt))),
    ).toBeNull();
    expect(decodeFetch(fetchResponse([plain()]).subarray(0, 60))).toBeNull();
  });
});
