/**
 * Reads a range of one partition with plain fetch requests: no group, so nothing to join and no litter in `__consumer_offsets`.
 * kafkajs has no `assign()`; it gives its cluster object to partition assigners, though, and that is public API. Measured against
 * a throwaway group consumer with seek (see the contract spec): a few ms instead of 100 ms and more, per range.
 *
 * Ends by offset, never by count: transaction markers, aborted records and compaction leave gaps.
 */
import type { Broker, Cluster, KafkaMessage } from 'kafkajs';
import Batch from 'kafkajs/src/consumer/batch.js';
import type { ReceivedRecord, TopicPartition } from '../ports.js';
import { Backoff } from './backoff.js';
import type { NewClient } from './client.js';
import { isOffsetOutOfRange } from './kafka-errors.js';
import { receivedRecords } from './received-record.js';

const FETCH_BYTES = 4 * 1024 * 1024;
const FETCH_WAIT_MS = 100;
/** Without any progress: the log does not reach the wanted offset, or nobody answers. */
const GIVE_UP_MS = 30_000;
const READ_COMMITTED = 1;

type OnRecords = (records: readonly ReceivedRecord[]) => void | Promise<void>;

interface PartitionData {
  readonly partition: number;
  readonly highWatermark: string;
  readonly lastStableOffset: string;
}

/** What one fetch brought, and where the next one starts. */
interface Chunk {
  readonly messages: readonly KafkaMessage[];
  readonly next: number;
}

export class RangeReader {
  private readonly cluster: Cluster;

  constructor(newClient: NewClient) {
    let captured: Cluster | undefined;
    newClient().consumer({
      groupId: 'never-joined',
      allowAutoTopicCreation: false,
      partitionAssigners: [
        ({ cluster }) => {
          captured = cluster;
          return {
            name: 'none',
            version: 0,
            assign: () => Promise.resolve([]),
            protocol: () => ({ name: 'none', metadata: Buffer.alloc(0) }),
          };
        },
      ],
    });
    if (captured === undefined) throw new Error('kafkajs made no cluster');
    this.cluster = captured;
  }

  async read(
    { topic, partition }: TopicPartition,
    from: number,
    until: number,
    onRecords: OnRecords,
  ): Promise<void> {
    const backoff = new Backoff({ firstMs: 20, maxMs: 1000 });
    let position = from;
    let progressAtMs = performance.now();
    while (position < until) {
      const chunk = await this.fetch(topic, partition, position).catch((error: unknown) => ({
        error,
      }));
      if ('error' in chunk || chunk.next === position) {
        if (performance.now() - progressAtMs > GIVE_UP_MS) {
          const cause = 'error' in chunk ? { cause: chunk.error } : {};
          throw new Error(
            `${topic}/${partition} gives nothing between ${position} and ${until}`,
            cause,
          );
        }
        if ('error' in chunk) {
          if (isOffsetOutOfRange(chunk.error))
            position = await this.firstKept(topic, partition, position, chunk.error);
          await backoff.wait();
        }
        continue;
      }
      const wanted = chunk.messages.filter(({ offset }) => Number(offset) < until);
      if (wanted.length > 0) await onRecords(receivedRecords(topic, partition, wanted));
      position = chunk.next;
      progressAtMs = performance.now();
      backoff.reset();
    }
  }

  async close(): Promise<void> {
    await this.cluster.disconnect().catch(() => undefined);
  }

  private async fetch(topic: string, partition: number, position: number): Promise<Chunk> {
    const broker = await this.leader(topic, partition);
    const fetchOffset = String(position);
    const response = (await broker
      .fetch({
        isolationLevel: READ_COMMITTED,
        maxWaitTime: FETCH_WAIT_MS,
        maxBytes: FETCH_BYTES,
        topics: [{ topic, partitions: [{ partition, fetchOffset, maxBytes: FETCH_BYTES }] }],
      })
      .catch(async (error: unknown) => {
        // A leader that moved or went away: kafkajs only looks again when told to.
        if (!isOffsetOutOfRange(error)) await this.cluster.refreshMetadata();
        throw error;
      })) as { responses: { partitions: PartitionData[] }[] };
    const data = response.responses[0]?.partitions[0];
    if (data === undefined) throw new Error(`no answer for ${topic}/${partition}`);
    const batch = new Batch(topic, fetchOffset, data);
    if (batch.rawMessages.length > 0) {
      return { messages: batch.messages, next: Math.max(position, Number(batch.lastOffset()) + 1) };
    }
    // Nothing left up to the last stable offset: what was there has been compacted away.
    return { messages: [], next: Math.max(position, Number(data.lastStableOffset)) };
  }

  private async leader(topic: string, partition: number): Promise<Broker> {
    await this.cluster.connect();
    await this.cluster.addTargetTopic(topic);
    await this.cluster.refreshMetadataIfNecessary();
    const [nodeId] = Object.keys(this.cluster.findLeaderForPartitions(topic, [partition]));
    if (nodeId === undefined) throw new Error(`${topic} has no partition ${partition}`);
    return this.cluster.findBroker({ nodeId });
  }

  /** Only ever forward: an offset past the end is out of range too, and stays an error. */
  private async firstKept(
    topic: string,
    partition: number,
    position: number,
    error: unknown,
  ): Promise<number> {
    const [offsets] = await this.cluster.fetchTopicsOffset([
      { topic, partitions: [{ partition }], fromBeginning: true },
    ]);
    const first = Number(offsets?.partitions[0]?.offset);
    if (!(first > position))
      throw new Error(`${topic}/${partition} ends before ${position}`, { cause: error });
    return first;
  }
}
