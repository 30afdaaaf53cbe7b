/**
 * One kafkajs consumer, from connecting to its end. It never restarts by itself: when it crashes or
 * stops fetching, `ended` resolves and the supervisor builds the next one.
 */
import type { Cluster, Consumer, ConsumerGroupJoinEvent } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLogLogger } from '../../options.js';
import type { ConsumerSpec, OffsetCommit, RecordPosition, TopicPartition } from '../../ports.js';
import { AssignmentHandover } from './assignment-handover.js';
import type { BatchDelivery } from './batch-delivery.js';
import type { NewClient } from '../client/client.js';
import type { ConsumerPositions } from './consumer-positions.js';
import { GroupCoordinator } from './group-coordinator.js';
import type { GroupMembership } from './group-membership.js';
import type { OwnAppends } from '../append/own-appends.js';
import { heartbeatMs, newGroupConsumer } from './group-consumer.js';
import type { GroupObserver } from '../kafkajs/group-probe.js';
import type { FetchRequest, FetchResponse } from '../kafkajs/incremental-fetch.js';

const disconnectWaitMs = 2000;
const maxPartitionsAtOnce = 64;
/** When kafkajs joins again at all, it does so within 1.2 s. */
const joinAgainMs = 3000;

export interface SessionContext {
  readonly spec: ConsumerSpec;
  readonly sessionTimeoutMs: number;
  readonly newClient: NewClient;
  readonly positions: ConsumerPositions;
  readonly membership: GroupMembership;
  readonly delivery: BatchDelivery;
  readonly ownAppends: OwnAppends;
  readonly log: EventLogLogger;
  /** Members of processes that were killed on this machine: the group need not wait for them. */
  readonly takeDeadMembers: () => readonly string[];
  /**
   * Restores offsets that Kafka has forgotten. `commit` works only while the group has no member.
   */
  beforeJoin(commit: (commits: readonly OffsetCommit[]) => Promise<void>): Promise<void>;
  onFetched(): void;
  onReading(): void;
}

export class ConsumerSession implements GroupObserver {
  readonly #consumer: Consumer;
  readonly #cluster: Cluster;
  readonly #coordinator: GroupCoordinator;
  readonly #handover: AssignmentHandover;
  readonly #closing = new AbortController();
  readonly #end = Promise.withResolvers<unknown>();
  readonly #openedAtMs = performance.now();
  #lastAnswerAtMs = performance.now();
  #joinDueSinceMs: number | undefined;
  #keepAlive: (() => Promise<void>) | undefined;
  #finished = false;
  #opening: Promise<void> = Promise.resolve();
  #watch: NodeJS.Timeout | undefined;

  constructor(private readonly context: SessionContext) {
    const { spec, positions, membership } = context;
    const { consumer, cluster } = newGroupConsumer(context, this);
    this.#consumer = consumer;
    this.#cluster = cluster;
    this.#coordinator = new GroupCoordinator(spec.groupId, cluster, membership, context.log);
    this.#handover = new AssignmentHandover(this.#consumer, positions, membership);
  }

  /** Resolves with the reason when the session has ended. */
  get ended(): Promise<unknown> {
    return this.#end.promise;
  }

  /**
   * Joins the group. Errors of connecting and subscribing are thrown; later ones end the session.
   */
  open(): Promise<void> {
    this.#opening = this.#join();
    return this.#opening;
  }

  /**
   * @param patient waits for handlers in progress; otherwise only briefly, as they notice the end
   */
  async close(patient: boolean): Promise<void> {
    this.#closing.abort();
    const disconnected = this.#disconnect();
    await (patient ? disconnected : Promise.race([disconnected, sleep(disconnectWaitMs)]));
    clearInterval(this.#watch);
    this.context.membership.suspend();
  }

  pause(partitions: readonly TopicPartition[]): void {
    this.#consumer.pause(
      partitions.map(({ topic, partition }) => ({ topic, partitions: [partition] })),
    );
  }

  resume(partitions: readonly TopicPartition[]): void {
    this.#consumer.resume(
      partitions.map(({ topic, partition }) => ({ topic, partitions: [partition] })),
    );
  }

  seek({ topic, partition, offset }: RecordPosition): void {
    this.#consumer.seek({ topic, partition, offset: String(offset) });
  }

  async commit(commits: readonly OffsetCommit[]): Promise<void> {
    await this.#coordinator.commit(commits, this.#closing.signal);
  }

  onLeaveSent(): void {
    this.context.membership.suspend();
  }

  onJoinSent(): void {
    const { membership } = this.context;
    this.#joinDueSinceMs = undefined;
    // The session is closing: the next session's membership must not wait for this assignment.
    if (this.#closing.signal.aborted) membership.suspend();
    else membership.joinSent();
  }

  onJoinFailed(): void {
    this.#joinDueSinceMs = performance.now();
  }

  onRemoved(): void {
    if (this.#finished || this.#closing.signal.aborted) return;
    this.context.membership.suspend();
    this.#joinDueSinceMs = performance.now();
  }

  onSynced(memberId: string, generation: number, sentAtMs: number): void {
    if (this.#closing.signal.aborted) return;
    this.context.membership.syncAnswered(memberId, generation, sentAtMs);
  }

  onHeartbeat(generation: number, sentAtMs: number): void {
    if (this.#finished) return;
    this.context.membership.heartbeatAnswered(generation, sentAtMs);
  }

  onFetchSent(request: FetchRequest): void {
    this.context.positions.fetchSent(request);
    if (this.context.positions.known()) this.context.onReading();
  }

  onFetched(response: FetchResponse): void {
    this.context.positions.fetched(response);
    this.#answered();
  }

  async #join(): Promise<void> {
    const consumer = this.#consumer;
    const { spec, delivery } = this.context;
    consumer.on(consumer.events.CRASH, ({ payload }) => this.#finish(payload.error));
    consumer.on(consumer.events.GROUP_JOIN, (event) => this.#onJoined(event));
    consumer.on(consumer.events.FETCH, () => {
      if (!this.context.positions.anythingToFetch()) this.#answered();
    });
    await consumer.connect();
    await consumer.subscribe({
      topics: [...spec.topics],
      fromBeginning: spec.startFrom === 'earliest',
    });
    await this.#coordinator.leaveAs(this.context.takeDeadMembers(), this.#closing.signal);
    await this.context.beforeJoin((commits) =>
      this.#coordinator.commitForEmptyGroup(commits, this.#closing.signal),
    );
    if (this.#closing.signal.aborted) return;
    this.#watch = setInterval(() => this.#check(), heartbeatMs);
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: this.#partitionsAtOnce(),
      eachBatch: (payload) => {
        this.#keepAlive = payload.heartbeat;
        return delivery.deliver(payload, this.#closing.signal);
      },
    });
  }

  /**
   * kafkajs starts this many workers for every fetch with records, most of them idle: 10 µs for 64.
   */
  #partitionsAtOnce(): number {
    const { topics } = this.context.spec;
    const counts = topics.map((topic) => this.#cluster.findTopicPartitionMetadata(topic).length);
    const most = counts.reduce((sum, count) => sum + count, 0);
    return Math.min(maxPartitionsAtOnce, Math.max(1, most));
  }

  /** Synchronous from kafkajs' join to the last line, so the first fetch comes after it. */
  #onJoined({ payload }: ConsumerGroupJoinEvent): void {
    const { spec, positions, log } = this.context;
    if (this.#closing.signal.aborted) return;
    try {
      const assignment = this.#handover.take(payload.memberAssignment);
      this.#lastAnswerAtMs = performance.now();
      log.info({ groupId: spec.groupId, ...assignment }, 'partitions assigned');
      spec.onAssigned?.(assignment);
      if (positions.known()) this.context.onReading();
    } catch (error) {
      this.#finish(error);
    }
  }

  /** Disconnects again after a pending opening, which would have reconnected and read on unseen. */
  async #disconnect(): Promise<void> {
    await this.#consumer.disconnect().catch(() => undefined);
    await this.#opening.catch(() => undefined);
    await this.#consumer.disconnect().catch(() => undefined);
  }

  #finish(reason: unknown): void {
    this.#finished = true;
    this.context.membership.suspend();
    this.#end.resolve(reason);
  }

  #answered(): void {
    this.#lastAnswerAtMs = performance.now();
    this.context.onFetched();
  }

  /**
   * kafkajs sends heartbeats only between batches; this adds them during one and detects a stall.
   */
  #check(): void {
    const { delivery, membership, sessionTimeoutMs } = this.context;
    if (this.#hasGivenUpJoining()) {
      this.#finish(new Error('not a member of the group, and no join was sent'));
      return;
    }
    if (membership.unconfirmedMs(performance.now()) > 3 * sessionTimeoutMs) {
      this.#finish(new Error('no heartbeat was answered for three session timeouts'));
      return;
    }
    if (delivery.inProgress > 0) {
      this.#keepAlive?.().catch(() => undefined);
      return;
    }
    const idleMs =
      performance.now() -
      Math.max(this.#lastAnswerAtMs, delivery.lastFinishedAtMs, this.#openedAtMs);
    // A rebalance may take its whole timeout (two sessions) without a fetch.
    if (idleMs > 3 * sessionTimeoutMs)
      this.#finish(new Error(`no fetch was answered for ${Math.round(idleMs)} ms`));
  }

  /**
   * kafkajs may keep fetching after a failed join, or after a removal without a join because it
   * found no coordinator: then it sends no heartbeats. Such a member may have lost its partitions:
   * relays in test/chaos were running but published nothing.
   */
  #hasGivenUpJoining(): boolean {
    const joinDueSinceMs = this.#joinDueSinceMs;
    const now = performance.now();
    if (joinDueSinceMs === undefined || this.context.membership.memberUntil() > now) return false;
    return now - joinDueSinceMs > joinAgainMs;
  }
}
