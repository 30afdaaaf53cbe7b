import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import shipped from 'kafkajs/src/protocol/requests/produce/v7/request.js';
import { canEncode, encodeProduce, type ProduceParameters } from './produce-encoding.js';

const nowMs = 1_795_000_000_123;
const bytes = fc.oneof(
  fc.string(),
  fc.uint8Array().map(Buffer.from),
  fc.string({ unit: 'binary' }),
);
const long = fc.nat(20_000).map((length) => Buffer.alloc(length, 'x'));
const message = fc.record(
  {
    key: fc.option(bytes),
    value: fc.option(fc.oneof(bytes, long)),
    headers: fc.dictionary(fc.string(), fc.oneof(bytes, fc.array(bytes, { maxLength: 3 })), {
      maxKeys: 10,
    }),
  },
  { requiredKeys: ['value'] },
);
const partition = fc
  .record(
    {
      partition: fc.nat(100_000),
      firstSequence: fc.nat(0x7f_ff_ff_ff),
      messages: fc.array(message, { minLength: 1, maxLength: 140 }),
      timestamp: fc.integer({ min: 1, max: nowMs }).map(String),
    },
    { requiredKeys: ['partition', 'messages'] },
  )
  .map(({ timestamp, messages, ...others }) => ({
    ...others,
    messages: timestamp === undefined ? messages : messages.map((one) => ({ ...one, timestamp })),
  }));
const request: fc.Arbitrary<ProduceParameters> = fc.record(
  {
    acks: fc.constantFrom(-1, 0, 1),
    timeout: fc.nat(),
    transactionalId: fc.option(fc.string({ minLength: 1 })),
    producerId: fc.nat(),
    producerEpoch: fc.nat(30_000),
    topicData: fc.array(
      fc.record({ topic: fc.string(), partitions: fc.array(partition, { maxLength: 4 }) }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['acks', 'timeout', 'topicData'] },
);

describe('the body of a produce request', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('has the same bytes as with kafkajs', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(nowMs);
    await fc.assert(
      fc.asyncProperty(request, async (parameters) => {
        const { buffer } = await shipped(parameters).encode();
        const ours = encodeProduce(parameters, nowMs);
        expect(ours.buffer.equals(buffer)).toBe(true);
        expect(ours.size()).toBe(buffer.length);
      }),
      { numRuns: 150 },
    );
  });

  it('is left to kafkajs when it is compressed or has several timestamps', () => {
    const topicData = [{ topic: 't', partitions: [{ partition: 0, messages: [{ value: 'v' }] }] }];
    const timed = [
      {
        topic: 't',
        partitions: [{ partition: 0, messages: [{ value: 'v', timestamp: '5' }, { value: 'v' }] }],
      },
    ];
    expect(canEncode({ acks: -1, timeout: 1, topicData })).toBe(true);
    expect(canEncode({ acks: -1, timeout: 1, compression: 1, topicData })).toBe(false);
    expect(canEncode({ acks: -1, timeout: 1, topicData: timed })).toBe(false);
  });
});
