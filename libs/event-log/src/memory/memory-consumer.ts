/** The consumer port over the in-memory log: same order, same repetition, same rebalance calls. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ConsumerSpec,
  ConsumerState,
  ConsumerStatus,
  OffsetCommit,
  RecordPosition,
  SupervisedConsumer,
  TopicPartition,
} from '../ports.js';
import type { MemoryGroups, MemoryMember } from './memory-groups.js';
import type { MemoryLog } from './memory-log.js';

const batchRecords = 500;
const retryMs = 5;
const sessionTimeoutMs = 6000;

interface Cursor extends TopicPartition {
  position: number;
  paused: boolean;
  /** Counts the seeks: a batch that was handled across one does not move the position. */
  seeks: number;
}

const keyOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;

export class MemoryConsumer implements SupervisedConsumer, MemoryMember {
  readonly memberId = randomUUID();
  readonly topics: readonly string[];
  readonly coPartitioned: boolean;
  #cursors = new Map<string, Cursor>();
  readonly #busy = new Map<string, Promise<void>>();
  #state: ConsumerState = 'starting';
  #assignedBefore = false;
  #unlisten: (() => void) | undefined;

  constructor(
    private readonly spec: ConsumerSpec,
    private readonly log: MemoryLog,
    private readonly groups: MemoryGroups,
  ) {
    this.topics = spec.topics;
    this.coPartitioned = spec.coPartitioned ?? false;
  }

  start(): Promise<void> {
    if (this.#state !== 'starting') return Promise.resolve();
    this.#state = 'running';
    this.#unlisten = this.log.onAppend(() => this.#wake());
    this.groups.join(this.spec.groupId, this);
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#unlisten?.();
    await Promise.all(this.#busy.values());
    this.groups.leave(this.spec.groupId, this);
    this.#cursors.clear();
  }

  pause(partitions: readonly TopicPartition[]): void {
    for (const cursor of this.#cursorsOf(partitions)) cursor.paused = true;
  }

  resume(partitions: readonly TopicPartition[]): void {
    for (const cursor of this.#cursorsOf(partitions)) cursor.paused = false;
    this.#wake();
  }

  seek(position: RecordPosition): void {
    for (const cursor of this.#cursorsOf([position])) {
      cursor.position = position.offset;
      cursor.seeks++;
    }
    this.#wake();
  }

  commit(commits: readonly OffsetCommit[]): Promise<void> {
    const foreign = commits.find((commit) => !this.#cursors.has(keyOf(commit)));
    if (foreign)
      return Promise.reject(new Error(`${keyOf(foreign)} is not assigned to this consumer`));
    this.groups.commit(this.spec.groupId, commits);
    return Promise.resolve();
  }

  status(): ConsumerStatus {
    const cursors = [...this.#cursors.values()];
    return {
      state: this.#state,
      groupId: this.spec.groupId,
      assigned: cursors.map(({ topic, partition }) => ({ topic, partition })),
      lastFetchAgeMs: this.#state === 'running' ? 0 : null,
      lag: cursors.reduce((lag, cursor) => lag + this.log.endOffset(cursor) - cursor.position, 0),
    };
  }

  memberUntil(): number {
    return this.#state === 'running'
      ? performance.now() + (this.spec.sessionTimeoutMs ?? sessionTimeoutMs)
      : 0;
  }

  owned(): Record<string, number[]> {
    const owned: Record<string, number[]> = {};
    for (const { topic, partition } of this.#cursors.values())
      (owned[topic] ??= []).push(partition);
    return owned;
  }

  assign(partitions: Readonly<Record<string, readonly number[]>>): void {
    const before = this.#cursors;
    this.#cursors = new Map();
    for (const [topic, numbers] of Object.entries(partitions)) {
      for (const partition of numbers) {
        const key = keyOf({ topic, partition });
        this.#cursors.set(key, before.get(key) ?? this.#newCursor({ topic, partition }));
      }
    }
    const sameMember = this.#assignedBefore;
    this.#assignedBefore = true;
    const isNew = ([key]: [string, Cursor]) => !before.has(key);
    const isGone = ([key]: [string, Cursor]) => !this.#cursors.has(key);
    const plain = ([, { topic, partition }]: [string, Cursor]) => ({ topic, partition });
    this.spec.onAssigned?.({
      memberId: this.memberId,
      sameMember,
      partitions: [...this.#cursors].map(plain),
      added: [...this.#cursors].filter(isNew).map(plain),
      removed: [...before].filter(isGone).map(plain),
    });
    this.#wake();
  }

  #newCursor(partition: TopicPartition): Cursor {
    const start = this.spec.startFrom === 'earliest' ? 0 : this.log.endOffset(partition);
    const position = this.groups.committed(this.spec.groupId, partition)?.offset ?? start;
    return { ...partition, position, paused: false, seeks: 0 };
  }

  #cursorsOf(partitions: readonly TopicPartition[]): Cursor[] {
    return partitions.flatMap((partition) => this.#cursors.get(keyOf(partition)) ?? []);
  }

  /** Starts reading every partition that has records to read and no reader running. */
  #wake(): void {
    for (const [key, cursor] of this.#cursors) {
      if (this.#busy.has(key) || !this.#readable(cursor)) continue;
      const run = this.#pump(cursor).finally(() => {
        this.#busy.delete(key);
        this.#wake();
      });
      this.#busy.set(key, run);
    }
  }

  #readable(cursor: Cursor): boolean {
    const current = this.#state === 'running' && this.#cursors.get(keyOf(cursor)) === cursor;
    return current && !cursor.paused && this.log.endOffset(cursor) > cursor.position;
  }

  async #pump(cursor: Cursor): Promise<void> {
    // Never runs within the call that appended, paused or sought.
    await sleep(0);
    while (this.#readable(cursor)) {
      const { topic, partition, seeks } = cursor;
      const { records, next } = this.log.read(cursor, cursor.position, batchRecords);
      try {
        const highWatermark = this.log.endOffset(cursor);
        if (records.length > 0)
          await this.spec.onBatch({ topic, partition, records, highWatermark });
        if (cursor.seeks === seeks) cursor.position = next;
      } catch {
        await sleep(retryMs);
      }
    }
  }
}
