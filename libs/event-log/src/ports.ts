/**
 * The event log as the apps see it: append, consume, transact, administer. It has no policy about
 * what is appended. Every implementation (Kafka through kafkajs, memory for unit tests) passes the
 * same contract suite. Offsets are plain numbers (below 2^53). All times are milliseconds.
 */

export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

export interface OutgoingRecord {
  readonly topic: string;
  /** When absent, chosen from the key by murmur2 (as Java's default partitioner does). */
  readonly partition?: number;
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RecordPosition extends TopicPartition {
  readonly offset: number;
}

export interface ReceivedRecord extends RecordPosition {
  readonly key: string | null;
  readonly value: Buffer | null;
  /** Each header once, as UTF-8 text; the last value wins. */
  readonly headers: Readonly<Record<string, string>>;
  /** Broker or producer time of the record. */
  readonly timestampMs: number;
}

/**
 * Group commit: one send in flight per leader, idempotent, acks=all, no linger. A failed batch is
 * sent again unchanged for ever: acknowledged records are never lost or reordered in a partition.
 */
export interface RecordAppender {
  /**
   * Resolves when all in-sync replicas have acknowledged the record.
   * @param options.timeoutMs gives up waiting (never cancels a send in flight)
   * @param options.evenIfFull for facts that must be told: a full queue does not refuse them. The
   * caller bounds them by `isCrowded`
   * @throws AppendError `NOT_SENT` (certainly not in the log), `OUTCOME_UNKNOWN` (may still
   * arrive), `TOO_LARGE`, `CLOSED`
   */
  append(
    record: OutgoingRecord,
    options?: { readonly timeoutMs?: number; readonly evenIfFull?: boolean },
  ): Promise<RecordPosition>;
  /** How long the oldest unacknowledged record has been waiting; 0 when there is none. */
  oldestPendingMs(): number;
  /** True when the queue is half full: callers that can wait should. */
  isCrowded(): boolean;
  /** Flushes pending records (bounded by timeoutMs), then closes. */
  close(timeoutMs?: number): Promise<void>;
}

export interface OffsetCommit extends RecordPosition {
  /** `offset` is the next one to read; `metadata` comes back from `LogAdmin.committed`. */
  readonly metadata?: string;
}

export interface ReceivedBatch extends TopicPartition {
  readonly records: readonly ReceivedRecord[];
  /** Offset after the last record that exists in this partition. */
  readonly highWatermark: number;
}

export interface Assignment {
  readonly memberId: string;
  /**
   * True when the previous assignment had the same member id and no generation was missed since.
   */
  readonly sameMember: boolean;
  readonly partitions: readonly TopicPartition[];
  /** Partitions not in the previous assignment (all of them when sameMember is false). */
  readonly added: readonly TopicPartition[];
  readonly removed: readonly TopicPartition[];
}

export interface ConsumerSpec {
  readonly groupId: string;
  readonly topics: readonly string[];
  /** Where to start when the group has no committed offset. */
  readonly startFrom: 'earliest' | 'latest';
  readonly readCommitted?: boolean;
  /** Longest wait of one fetch; default 250. */
  readonly maxWaitMs?: number;
  /**
   * Least time from a batch to its partition's next fetch, while records gather; default 0. For
   * readers that may lag: a wake-up for one record costs about as much as one for hundreds.
   */
  readonly gatherMs?: number;
  /** Default 6000. */
  readonly sessionTimeoutMs?: number;
  /**
   * The consumer seeks in every assigned partition, so it copes with forgotten offsets itself.
   * Otherwise the journal's offsets are committed before the first join. Default false.
   */
  readonly seeksItself?: boolean;
  /** Sticky assignment that gives partition p of every topic to the same member. Default false. */
  readonly coPartitioned?: boolean;
  /**
   * One call at a time per partition, in order. Returning means "handled": the in-memory position
   * advances, nothing is committed. After a throw the same batch comes again after a backoff.
   */
  onBatch(batch: ReceivedBatch): Promise<void>;
  /**
   * Called synchronously at every (re)join, before the first fetch; may call pause and seek at
   * once. Kept partitions (same member) continue at their in-memory position by themselves.
   */
  onAssigned?(assignment: Assignment): void;
}

export type ConsumerState = 'starting' | 'running' | 'rebuilding' | 'stopped';

export interface ConsumerStatus {
  readonly state: ConsumerState;
  readonly groupId: string;
  readonly assigned: readonly TopicPartition[];
  /** Time since the last answered fetch; null before the first. */
  readonly lastFetchAgeMs: number | null;
  /** High watermark minus position, summed over assigned partitions whose position is known. */
  readonly lag: number;
}

/**
 * A consumer that never stops by itself: it is rebuilt after a crash and when it stops fetching.
 */
export interface SupervisedConsumer {
  /** Resolves once running; keeps trying with backoff while the broker is away. */
  start(): Promise<void>;
  /** Waits for handlers in progress, then leaves the group. */
  stop(): Promise<void>;
  pause(partitions: readonly TopicPartition[]): void;
  resume(partitions: readonly TopicPartition[]): void;
  seek(position: RecordPosition): void;
  /** Commits explicit offsets; rejects when the group has moved on. */
  commit(commits: readonly OffsetCommit[]): Promise<void>;
  status(): ConsumerStatus;
  /**
   * Monotonic time (performance.now()) until which the group certainly counts this member: start of
   * the last answered heartbeat plus session timeout. 0 when not a member.
   */
  memberUntil(): number;
}

export interface GroupPartitions {
  readonly groupId: string;
  readonly partitions: readonly TopicPartition[];
}

/** One Kafka transaction per call; one call at a time. */
export interface TransactionalProducer {
  /**
   * InitProducerId: from here on every older producer with the same id is refused.
   * @param settling partitions whose offsets must be final and readable. A new coordinator may lack
   * the last commits (KIP-447's OffsetFetch cures that; kafkajs lacks it). An aborted offset commit
   * makes it wait until it knows all earlier ones.
   */
  fence(settling?: GroupPartitions): Promise<void>;
  /**
   * Appends the records and commits the consumed offsets, all or nothing.
   * @throws TransactionError `ABORTED` (nothing happened, may be retried), `OUTCOME_UNKNOWN` (needs
   * `fence()`; then the committed offset tells what happened), `FENCED` (a newer producer has this
   * id: stop)
   */
  transact(
    records: readonly OutgoingRecord[],
    consumed: { readonly groupId: string; readonly commits: readonly OffsetCommit[] },
  ): Promise<void>;
  close(): Promise<void>;
}

export interface TopicSpec {
  readonly name: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

export interface TopicState extends TopicSpec {
  /**
   * The lowest replica count of its partitions. `config` has effective values, defaults included.
   */
  readonly replicationFactor: number;
}

export interface AccessRule {
  readonly resource: 'topic' | 'group' | 'transactionalId';
  readonly name: string;
  readonly pattern: 'literal' | 'prefixed';
  readonly operation:
    | 'read'
    | 'write'
    | 'create'
    | 'delete'
    | 'alter'
    | 'describe'
    | 'describeConfigs'
    | 'alterConfigs';
}

/** By partition number; `offset` is the next one to read. */
export type CommittedOffsets = ReadonlyMap<
  number,
  { readonly offset: number; readonly metadata: string }
>;

export interface LogAdmin {
  /** Creates missing topics and waits until they can be used; never changes or deletes a topic. */
  ensureTopics(specs: readonly TopicSpec[], replicationFactor?: number): Promise<void>;
  /** The named topics that exist. */
  describeTopics(names: readonly string[]): Promise<TopicState[]>;
  /** Sets these entries and leaves the topic's others as they are. */
  configureTopic(name: string, config: Readonly<Record<string, string>>): Promise<void>;
  /** Adds partitions up to this count, which moves keys. Rejects when there are more already. */
  growTopic(name: string, partitions: number): Promise<void>;
  partitionCount(topic: string): Promise<number>;
  /** Offset after the last record, by partition number. */
  endOffsets(topic: string): Promise<ReadonlyMap<number, number>>;
  /** Offset of the first record kept, by partition number. */
  startOffsets(topic: string): Promise<ReadonlyMap<number, number>>;
  /** Offset of the first record at or after a time, by partition; the end where there is none. */
  offsetsAt(topic: string, timeMs: number): Promise<ReadonlyMap<number, number>>;
  /** Removes all records before these offsets, for ever. */
  deleteBefore(topic: string, offsets: ReadonlyMap<number, number>): Promise<void>;
  /** Committed offsets of a group; partitions without one are absent. */
  committed(groupId: string, topic: string): Promise<CommittedOffsets>;
  /** The same from the journal, for a group that Kafka has forgotten; may lag the last commit. */
  noted(groupId: string, topic: string): Promise<CommittedOffsets>;
  clusterId(): Promise<string>;
  /**
   * Gives a principal (`User:name`) these rights from every host; revokes none. No-op in memory.
   */
  allow(principal: string, rules: readonly AccessRule[]): Promise<void>;
}

export interface EventLog {
  readonly admin: LogAdmin;
  appender(): RecordAppender;
  consumer(spec: ConsumerSpec): SupervisedConsumer;
  transactional(transactionalId: string): TransactionalProducer;
  /**
   * Reads committed records of one partition without a group, `from` inclusive to `until`
   * exclusive. Skips what retention removed. Rejects when the log does not reach `until`.
   */
  readRange(
    partition: TopicPartition,
    from: number,
    until: number,
    onRecords: (records: readonly ReceivedRecord[]) => void | Promise<void>,
  ): Promise<void>;
  /** False while no broker answers. */
  reachable(): Promise<boolean>;
  close(): Promise<void>;
}

export type AppendErrorCode = 'NOT_SENT' | 'OUTCOME_UNKNOWN' | 'TOO_LARGE' | 'CLOSED';

export class AppendError extends Error {
  override readonly name = 'AppendError';
  constructor(
    readonly code: AppendErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export type TransactionErrorCode = 'ABORTED' | 'OUTCOME_UNKNOWN' | 'FENCED';

export class TransactionError extends Error {
  override readonly name = 'TransactionError';
  constructor(
    readonly code: TransactionErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
