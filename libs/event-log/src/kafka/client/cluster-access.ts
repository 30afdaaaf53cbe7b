/**
 * kafkajs' cluster object without a consumer, producer or admin. kafkajs has no `assign()`, and its
 * admin lists offsets as a read_committed reader sees them. It passes its cluster object to
 * partition assigners, which is public API.
 */
import type { Broker, Cluster } from 'kafkajs';
import type { TopicPartition } from '../../ports.js';
import { Backoff } from './backoff.js';
import type { NewClient } from './client.js';
import { isOffsetOutOfRange } from './kafka-errors.js';

/** A busy broker needs seconds until it knows that it leads the partitions of a new topic. */
const listForMs = 10_000;

type AskedOffset = 'first' | 'end' | { readonly atMs: number };

export class ClusterAccess {
  readonly #cluster: Cluster;

  constructor(newClient: NewClient) {
    let captured: Cluster | undefined;
    newClient().consumer({
      groupId: 'never-joined',
      allowAutoTopicCreation: false,
      readUncommitted: true,
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
    if (captured === undefined) throw new Error('kafkajs gave no cluster to the assigner');
    this.#cluster = captured;
  }

  /** Runs one request against the leader of a partition. */
  async withLeader<T>(
    { topic, partition }: TopicPartition,
    request: (leader: Broker) => Promise<T>,
  ): Promise<T> {
    await this.#connect(topic);
    const [nodeId] = Object.keys(this.#cluster.findLeaderForPartitions(topic, [partition]));
    if (nodeId === undefined) throw new Error(`${topic} has no partition ${partition}`);
    try {
      return await request(await this.#cluster.findBroker({ nodeId }));
    } catch (error) {
      // The leader moved or went away: kafkajs refreshes its metadata only when told to.
      if (!isOffsetOutOfRange(error)) await this.#cluster.refreshMetadata();
      throw error;
    }
  }

  /**
   * By partition: the first kept offset, the one after the last record (committed or not), or that
   * of the first record at or after a time: -1 where there is none.
   */
  async offsets(topic: string, which: AskedOffset): Promise<ReadonlyMap<number, number>> {
    const backoff = new Backoff({ firstMs: 50, maxMs: 500 });
    const end = performance.now() + listForMs;
    for (;;) {
      try {
        return await this.#listOffsets(topic, which);
      } catch (error) {
        if (performance.now() > end) throw error;
        await backoff.wait();
        await this.#cluster.refreshMetadata().catch(() => undefined);
      }
    }
  }

  async close(): Promise<void> {
    await this.#cluster.disconnect().catch(() => undefined);
  }

  async #listOffsets(topic: string, which: AskedOffset): Promise<ReadonlyMap<number, number>> {
    await this.#connect(topic);
    const partitions = this.#cluster
      .findTopicPartitionMetadata(topic)
      .map(({ partitionId }) => ({ partition: partitionId }));
    const asked = { topic, partitions };
    const [answer] = await this.#cluster.fetchTopicsOffset([
      typeof which === 'object'
        ? { ...asked, fromTimestamp: which.atMs }
        : { ...asked, fromBeginning: which === 'first' },
    ]);
    // A metadata refresh for other topics has just replaced this topic's metadata.
    if (answer === undefined || answer.partitions.length < partitions.length)
      throw new Error(`no partition of ${topic} is known at the moment`);
    return new Map(answer.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  }

  async #connect(topic: string): Promise<void> {
    await this.#cluster.connect();
    await this.#cluster.addTargetTopic(topic);
    await this.#cluster.refreshMetadataIfNecessary();
  }
}
