/**
 * The consumer's position in each assigned partition. kafkajs forgets its positions at every rejoin
 * and goes back to the committed offsets. Ours survive for partitions that are kept. A consumer
 * that follows the end of the log keeps all of them.
 */
import type { Assignment, RecordPosition, TopicPartition } from '../../ports.js';
import type { FetchRequest, FetchResponse } from '../kafkajs/incremental-fetch.js';

export class PartitionState {
  /** Next offset to read; undefined until the first fetch. */
  position: number | undefined;
  highWatermark: number | undefined;
  paused = false;
  /** kafkajs was told to seek; no fetch has used the seek yet. */
  seekPending = false;

  constructor(
    readonly topic: string,
    readonly partition: number,
  ) {}
}

export const partitionKey = ({ topic, partition }: TopicPartition): string =>
  `${topic}/${partition}`;

export class ConsumerPositions {
  #states = new Map<string, PartitionState>();
  readonly #remembered = new Map<string, number>();

  /**
   * @param keepAlways positions outlive the membership: there is no committed offset to go back to
   */
  constructor(private readonly keepAlways: boolean) {}

  get(partition: TopicPartition): PartitionState | undefined {
    return this.#states.get(partitionKey(partition));
  }

  all(): PartitionState[] {
    return [...this.#states.values()];
  }

  owned(): Record<string, number[]> {
    const owned: Record<string, number[]> = {};
    for (const { topic, partition } of this.all()) (owned[topic] ??= []).push(partition);
    return owned;
  }

  /**
   * @param refuse is told what would be lost and added; when it throws, nothing changes and nothing
   * has heard of this assignment
   */
  assign(
    memberId: string,
    sameMember: boolean,
    partitions: Readonly<Record<string, readonly number[]>>,
    refuse: (lost: readonly PartitionState[], added: readonly TopicPartition[]) => void = () =>
      undefined,
  ): Assignment {
    const before = this.#states;
    const states = new Map<string, PartitionState>();
    const added: TopicPartition[] = [];
    if (this.keepAlways) this.#remember(before);
    for (const [topic, numbers] of Object.entries(partitions)) {
      for (const partition of numbers) {
        const key = partitionKey({ topic, partition });
        const kept = sameMember ? before.get(key) : undefined;
        if (!kept) added.push({ topic, partition });
        states.set(key, kept ?? this.#fresh(topic, partition));
      }
    }
    const lost = Array.from(before).flatMap(([key, state]) =>
      states.get(key) === state ? [] : [state],
    );
    refuse(lost, added);
    this.#states = states;
    return {
      memberId,
      sameMember,
      partitions: this.all().map(asPartition),
      added,
      removed: lost.filter((state) => !states.has(partitionKey(state))).map(asPartition),
    };
  }

  /**
   * A fetch reveals kafkajs' position: a partition's first, or past aborted and control records.
   */
  fetchSent({ topics }: Pick<FetchRequest, 'topics'>): void {
    for (const { topic, partitions } of topics) {
      for (const { partition, fetchOffset } of partitions) {
        const state = this.get({ topic, partition });
        const offset = Number(fetchOffset);
        // A seek that came while this fetch was being prepared wins; the fetch's answer is dropped.
        if (state === undefined || (state.seekPending && state.position !== offset)) continue;
        state.position = offset;
        state.seekPending = false;
      }
    }
  }

  fetched({ responses }: FetchResponse): void {
    for (const { topicName, partitions } of responses) {
      for (const { partition, highWatermark } of partitions) {
        const state = this.get({ topic: topicName, partition });
        if (state) state.highWatermark = Number(highWatermark);
      }
    }
  }

  seek({ offset, ...partition }: RecordPosition): PartitionState | undefined {
    const state = this.get(partition);
    if (state) {
      state.position = offset;
      state.seekPending = true;
    }
    return state;
  }

  /** A new kafkajs consumer has not been told of any seek. */
  forgetSeeks(): void {
    for (const state of this.#states.values()) state.seekPending = false;
  }

  /**
   * True when every partition being read has a position: from now on no appended record is missed.
   */
  known(): boolean {
    for (const { paused, position } of this.#states.values())
      if (!paused && position === undefined) return false;
    return true;
  }

  anythingToFetch(): boolean {
    for (const { paused } of this.#states.values()) if (!paused) return true;
    return false;
  }

  lag(): number {
    let lag = 0;
    for (const { position, highWatermark } of this.all()) {
      if (position !== undefined && highWatermark !== undefined)
        lag += Math.max(0, highWatermark - position);
    }
    return lag;
  }

  #fresh(topic: string, partition: number): PartitionState {
    const state = new PartitionState(topic, partition);
    state.position = this.#remembered.get(partitionKey(state));
    return state;
  }

  #remember(states: ReadonlyMap<string, PartitionState>): void {
    for (const [key, { position }] of states)
      if (position !== undefined) this.#remembered.set(key, position);
  }
}

const asPartition = ({ topic, partition }: TopicPartition): TopicPartition => ({
  topic,
  partition,
});
