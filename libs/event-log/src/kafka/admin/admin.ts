import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLogLogger } from '../../options.js';
import type { OffsetJournal } from '../../offset-journal.js';
import type {
  AccessRule,
  CommittedOffsets,
  LogAdmin,
  OffsetCommit,
  TopicSpec,
  TopicState,
} from '../../ports.js';
import { allow } from '../client/access.js';
import type { ClusterAccess } from '../client/cluster-access.js';
import { isAlreadyThere } from '../client/kafka-errors.js';
import type { SharedAdmin } from './shared-admin.js';
import { configureTopic, describeTopics } from './topic-settings.js';

const readyTimeoutMs = 30_000;
const readyPollMs = 50;

type Wanted = Pick<TopicSpec, 'name' | 'partitions'>;

export class KafkaLogAdmin implements LogAdmin {
  constructor(
    private readonly admin: SharedAdmin,
    private readonly cluster: ClusterAccess,
    private readonly log: EventLogLogger,
    private readonly journal?: OffsetJournal,
  ) {}

  async ensureTopics(specs: readonly TopicSpec[], replicationFactor = 1): Promise<void> {
    const existing = new Set(await this.admin.ask((admin) => admin.listTopics()));
    const missing = specs.filter(({ name }) => !existing.has(name));
    if (missing.length > 0) await this.#create(missing, replicationFactor);
    // One that exists may have another number of partitions than the specification.
    await this.#waitUntilUsable(
      specs.map((spec) => (existing.has(spec.name) ? { ...spec, partitions: 1 } : spec)),
    );
  }

  describeTopics(names: readonly string[]): Promise<TopicState[]> {
    return this.admin.ask((admin) => describeTopics(admin, names));
  }

  async configureTopic(name: string, config: Readonly<Record<string, string>>): Promise<void> {
    await this.admin.ask((admin) => configureTopic(admin, name, config));
    this.log.info({ topic: name, config }, 'topic configured');
  }

  async growTopic(name: string, partitions: number): Promise<void> {
    await this.admin.ask((admin) =>
      admin.createPartitions({ topicPartitions: [{ topic: name, count: partitions }] }),
    );
    await this.#waitUntilUsable([{ name, partitions }]);
    this.log.info({ topic: name, partitions }, 'topic grown');
  }

  async partitionCount(topic: string): Promise<number> {
    const { topics } = await this.admin.ask((admin) =>
      admin.fetchTopicMetadata({ topics: [topic] }),
    );
    return topics[0]?.partitions.length ?? 0;
  }

  endOffsets(topic: string): Promise<ReadonlyMap<number, number>> {
    return this.cluster.offsets(topic, 'end');
  }

  startOffsets(topic: string): Promise<ReadonlyMap<number, number>> {
    return this.cluster.offsets(topic, 'first');
  }

  async offsetsAt(topic: string, timeMs: number): Promise<ReadonlyMap<number, number>> {
    const [found, ends] = await Promise.all([
      // Not by kafkajs' admin: it fails when another question replaces its metadata meanwhile.
      this.cluster.offsets(topic, { atMs: timeMs }),
      this.endOffsets(topic),
    ]);
    return new Map(
      [...found].map(([partition, offset]) => [
        partition,
        // A negative offset means that there is none.
        offset >= 0 ? offset : (ends.get(partition) ?? 0),
      ]),
    );
  }

  async deleteBefore(topic: string, offsets: ReadonlyMap<number, number>): Promise<void> {
    const partitions = [...offsets].map(([partition, offset]) => ({
      partition,
      offset: String(offset),
    }));
    await this.admin.ask(async (admin) => {
      // kafkajs deletes by the metadata it has, and fails where it has none of this topic.
      await admin.fetchTopicOffsets(topic);
      await admin.deleteTopicRecords({ topic, partitions });
    });
    this.log.info({ topic, partitions }, 'older records deleted');
  }

  async committed(groupId: string, topic: string): Promise<CommittedOffsets> {
    const [answer] = await this.admin.ask((admin) =>
      admin.fetchOffsets({ groupId, topics: [topic] }),
    );
    const committed = new Map<number, { offset: number; metadata: string }>();
    for (const { partition, offset, metadata } of partitionsOf(topic, answer)) {
      // A negative offset means that there is none.
      if (Number(offset) >= 0)
        committed.set(partition, { offset: Number(offset), metadata: metadata ?? '' });
    }
    return committed;
  }

  async noted(groupId: string, topic: string): Promise<CommittedOffsets> {
    const all = (await this.journal?.read(groupId)) ?? [];
    const noted = all.filter((one) => one.topic === topic);
    if (noted.length === 0) return new Map();
    const ends = await this.endOffsets(topic);
    const isThere = ({ partition, offset }: OffsetCommit): boolean =>
      offset <= (ends.get(partition) ?? 0);
    const beyond = noted.filter((one) => !isThere(one));
    // Records were lost, or the topic was created again under the same name.
    if (beyond.length > 0)
      this.log.warn({ groupId, beyond }, 'the journal knows more records than the topic has');
    return new Map(
      noted
        .filter(isThere)
        .map(({ partition, offset, metadata = '' }) => [partition, { offset, metadata }]),
    );
  }

  async clusterId(): Promise<string> {
    return (await this.admin.ask((admin) => admin.describeCluster())).clusterId;
  }

  async allow(principal: string, rules: readonly AccessRule[]): Promise<void> {
    await this.admin.ask((admin) => allow(admin, principal, rules));
  }

  async #create(specs: readonly TopicSpec[], replicationFactor: number): Promise<void> {
    const topics = specs.map(({ name, partitions, config }) => ({
      topic: name,
      numPartitions: partitions,
      replicationFactor,
      configEntries: Object.entries(config).map(([entry, value]) => ({ name: entry, value })),
    }));
    try {
      // kafkajs' own wait for leaders throws UNKNOWN_TOPIC_OR_PARTITION for a topic being created.
      await this.admin.ask((admin) => admin.createTopics({ topics, waitForLeaders: false }));
      this.log.info({ topics: specs.map(({ name }) => name) }, 'topics created');
    } catch (error) {
      // Another process has created some of them: create them one by one.
      if (!hasOnlyExistingTopics(error)) throw error;
      if (specs.length > 1) for (const spec of specs) await this.#create([spec], replicationFactor);
    }
  }

  async #waitUntilUsable(specs: readonly Wanted[]): Promise<void> {
    const deadline = performance.now() + readyTimeoutMs;
    for (;;) {
      const unusable = await this.#unusable(specs).catch((error: unknown) => error);
      if (unusable === undefined) return;
      if (performance.now() > deadline) {
        throw new Error(`topics are not usable after ${readyTimeoutMs} ms`, { cause: unusable });
      }
      await sleep(readyPollMs);
    }
  }

  /** Brokers learn of topics and partitions one after the other. */
  async #unusable(specs: readonly Wanted[]): Promise<string | undefined> {
    const names = specs.map(({ name }) => name);
    const { topics } = await this.admin.ask((admin) => admin.fetchTopicMetadata({ topics: names }));
    const led = new Map(
      topics
        .filter(({ partitions }) => partitions.every(({ leader }) => leader >= 0))
        .map(({ name, partitions }) => [name, partitions.length]),
    );
    return specs.find(({ name, partitions }) => (led.get(name) ?? 0) < partitions)?.name;
  }
}

/**
 * kafkajs asks only about partitions in its metadata, and answers empty if another request replaced
 * it. A relay that took this for "nothing committed" republished whole partitions (test/chaos).
 */
function partitionsOf<T>(topic: string, answer: { readonly partitions: readonly T[] } | undefined) {
  const partitions = answer?.partitions ?? [];
  if (partitions.length === 0) throw new Error(`no partition of ${topic} is known at the moment`);
  return partitions;
}

/** kafkajs collects one error per refused topic. */
function hasOnlyExistingTopics(error: unknown): boolean {
  const { errors } = error as { errors?: readonly unknown[] };
  return errors === undefined ? isAlreadyThere(error) : errors.every(isAlreadyThere);
}
