/** Bytes of a fetch answer (v11) with record batches, as a broker sends them. */
import { encodeProduce } from '../kafka/kafkajs/produce-encoding.js';
import type { ProduceMessage } from '../kafka/kafkajs/record-writer.js';

export const nowMs = 1_795_000_000_123;

/** Byte offsets of a batch's attributes and base timestamp. */
export const attributesAt = 21;
export const baseTimestampAt = 27;

export interface FetchedBytes {
  readonly batches: readonly Buffer[];
  readonly aborted: readonly { readonly producerId: number; readonly firstOffset: number }[];
  /** How many bytes the fetch's size limit cut off the last batch. */
  readonly cutBytes: number;
}

/** A record batch as a producer sends it and a broker stores it. */
export function recordBatch(
  messages: readonly ProduceMessage[],
  firstOffset: number,
  attributes = 0,
): Buffer {
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

function partitionBytes({ batches, aborted, cutBytes }: FetchedBytes, index: number): Buffer {
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

export const fetchResponse = (partitions: readonly FetchedBytes[]): Buffer =>
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
