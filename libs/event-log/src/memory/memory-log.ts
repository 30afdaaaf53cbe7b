/** In-memory topics, partitions and listeners. As in Kafka, transactions leave gaps in offsets. */
import { partitionFor } from '../partitioner.js';
import type {
  OutgoingRecord,
  ReceivedRecord,
  RecordPosition,
  TopicPartition,
  TopicSpec,
} from '../ports.js';

interface PartitionLog {
  readonly records: ReceivedRecord[];
  startOffset: number;
  endOffset: number;
}

export class MemoryLog {
  readonly #topics = new Map<string, PartitionLog[]>();
  readonly #configs = new Map<string, Readonly<Record<string, string>>>();
  readonly #listeners = new Set<() => void>();
  #keyless = 0;

  create({ name, partitions, config }: TopicSpec): void {
    if (this.#topics.has(name)) return;
    this.#topics.set(name, []);
    this.grow(name, partitions);
    this.#configs.set(name, config);
  }

  grow(name: string, partitions: number): void {
    const present = this.#partitions(name);
    if (partitions <= present.length) throw new Error(`${name} has ${present.length} partitions`);
    while (present.length < partitions) present.push({ records: [], startOffset: 0, endOffset: 0 });
  }

  configure(name: string, config: Readonly<Record<string, string>>): void {
    this.#configs.set(name, { ...this.#configs.get(name), ...config });
  }

  describe(name: string): TopicSpec | undefined {
    const partitions = this.#topics.get(name)?.length;
    return partitions === undefined
      ? undefined
      : { name, partitions, config: this.#configs.get(name) ?? {} };
  }

  partitionCount(topic: string): number {
    return this.#partitions(topic).length;
  }

  endOffset({ topic, partition }: TopicPartition): number {
    return this.#partition(topic, partition).endOffset;
  }

  startOffset({ topic, partition }: TopicPartition): number {
    return this.#partition(topic, partition).startOffset;
  }

  /** Offset of the first record at or after a time; the end when there is none. */
  offsetAt({ topic, partition }: TopicPartition, timeMs: number): number {
    const { records, endOffset } = this.#partition(topic, partition);
    return records.find(({ timestampMs }) => timestampMs >= timeMs)?.offset ?? endOffset;
  }

  deleteBefore({ topic, partition }: TopicPartition, offset: number): void {
    const log = this.#partition(topic, partition);
    log.records.splice(0, lowerBound(log.records, offset));
    log.startOffset = Math.max(log.startOffset, offset);
  }

  append(record: OutgoingRecord): RecordPosition {
    const { topic, key, value, headers } = record;
    const { length } = this.#partitions(topic);
    const partition =
      record.partition ?? (key === null ? this.#keyless++ % length : partitionFor(key, length));
    const log = this.#partition(topic, partition);
    const position = { topic, partition, offset: log.endOffset++ };
    log.records.push({ ...position, key, value, headers: { ...headers }, timestampMs: Date.now() });
    for (const listener of this.#listeners) listener();
    return position;
  }

  /** A transaction marker takes an offset but is never read. */
  appendMarker({ topic, partition }: TopicPartition): void {
    this.#partition(topic, partition).endOffset++;
  }

  /** Up to `limit` records from an offset on, and the offset to continue from. */
  read(
    { topic, partition }: TopicPartition,
    from: number,
    limit: number,
  ): { records: ReceivedRecord[]; next: number } {
    const { records, endOffset } = this.#partition(topic, partition);
    const first = lowerBound(records, from);
    const found = records.slice(first, first + limit);
    const all = first + limit >= records.length;
    return {
      records: found,
      next: all ? Math.max(from, endOffset) : (found.at(-1)?.offset ?? from) + 1,
    };
  }

  onAppend(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  has({ topic, partition }: TopicPartition): boolean {
    const partitions = this.#topics.get(topic);
    return partitions !== undefined && partition < partitions.length;
  }

  #partitions(topic: string): PartitionLog[] {
    const partitions = this.#topics.get(topic);
    if (partitions === undefined) throw new Error(`there is no topic ${topic}`);
    return partitions;
  }

  #partition(topic: string, partition: number): PartitionLog {
    const log = this.#partitions(topic)[partition];
    if (log === undefined) throw new Error(`${topic} has no partition ${partition}`);
    return log;
  }
}

/** Index of the first record at or after an offset. */
function lowerBound(records: readonly ReceivedRecord[], offset: number): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((records[middle]?.offset ?? Infinity) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
