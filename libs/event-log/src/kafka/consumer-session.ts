/**
 * One kafkajs consumer from connecting to its end. It never restarts by itself: on a crash, or when it stops fetching, `ended`
 * resolves and the supervisor builds the next one (design.md 9, cure 3).
 */
import type { Broker, Cluster, Consumer, ConsumerGroupJoinEvent } from 'kafkajs';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventLogLogger } from '../options.js';
import type { ConsumerSpec, OffsetCommit, RecordPosition, TopicPartition } from '../ports.js';
import { Backoff } from './backoff.js';
import type { BatchDelivery } from './batch-delivery.js';
import type { NewClient } from './client.js';
import { partitionKey, type ConsumerPositions } from './consumer-positions.js';
import type { GroupMembership } from './group-membership.js';
import {
  groupBroker,
  observeGroup,
  type FetchRequest,
  type FetchResponse,
  type GroupObserver,
} from './group-probe.js';
import { isCoordinatorBusy } from './kafka-errors.js';
import { stickyAssigner } from './sticky-assigner.js';

export const HEARTBEAT_MS = 500;
const DISCONNECT_WAIT_MS = 2000;
const COMMIT_ATTEMPTS = 5;
const MAX_PARTITIONS_AT_ONCE = 64;

export interface SessionContext {
  readonly spec: ConsumerSpec;
  readonly sessionTimeoutMs: number;
  readonly newClient: NewClient;
  readonly positions: ConsumerPositions;
  readonly membership: GroupMembership;
  readonly delivery: BatchDelivery;
  readonly log: EventLogLogger;
  onFetched(): void;
  onReading(): void;
}

export class ConsumerSession implements GroupObserver {
  private readonly consumer: Consumer;
  private cluster: Cluster | undefined;
  private knownCoordinator: Broker | undefined;
  private readonly closing = new AbortController();
  private readonly end = Promise.withResolvers<unknown>();
  private readonly openedAtMs = performance.now();
  private lastAnswerAtMs = performance.now();
  private keepAlive: (() => Promise<void>) | undefined;
  private finished = false;
  private joining: Promise<void> | undefined;
  private watch: NodeJS.Timeout | undefined;
  /** Lost while kafkajs still had a seek for them: it would apply it if they came back. */
  private readonly tainted = new Set<string>();

  constructor(private readonly context: SessionContext) {
    const { spec, sessionTimeoutMs, newClient, positions, membership } = context;
    this.consumer = newClient().consumer({
      groupId: spec.groupId,
      partitionAssigners: [
        ({ cluster }) => {
          this.cluster = cluster;
          observeGroup(cluster, this);
          const claims = () => ({ generation: membership.generation, owned: positions.owned() });
          return stickyAssigner(cluster, spec.coPartitioned ?? false, claims);
        },
      ],
      sessionTimeout: sessionTimeoutMs,
      // Twice the session: a handler may outlast a rebalance a little, a hung process must not hold the group for long.
      rebalanceTimeout: 2 * sessionTimeoutMs,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: spec.maxWaitMs ?? 250,
      readUncommitted: !(spec.readCommitted ?? false),
      allowAutoTopicCreation: false,
      retry: {
        retries: 5,
        initialRetryTime: 100,
        maxRetryTime: 1000,
        restartOnFailure: () => Promise.resolve(false),
      },
    });
  }

  /** Why it ended. */
  get ended(): Promise<unknown> {
    return this.end.promise;
  }

  /** Joins the group; errors of connecting and subscribing are thrown, later ones end the session. */
  async open(): Promise<void> {
    const { consumer } = this;
    const { spec, delivery } = this.context;
    consumer.on(consumer.events.CRASH, ({ payload }) => this.finish(payload.error));
    consumer.on(consumer.events.GROUP_JOIN, (event) => this.onJoined(event));
    consumer.on(consumer.events.FETCH, () => {
      if (!this.context.positions.anythingToFetch()) this.answered();
    });
    await consumer.connect();
    await consumer.subscribe({
      topics: [...spec.topics],
      fromBeginning: spec.startFrom === 'earliest',
    });
    await this.leaveAsFormerMember();
    if (this.closing.signal.aborted) return;
    this.watch = setInterval(() => this.check(), HEARTBEAT_MS);
    this.joining = consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: MAX_PARTITIONS_AT_ONCE,
      eachBatch: (payload) => {
        this.keepAlive = payload.heartbeat;
        return delivery.deliver(payload, this.closing.signal);
      },
    });
    await this.joining;
  }

  /** @param patient waits for handlers in progress; otherwise only for a moment, they find out themselves. */
  async close(patient: boolean): Promise<void> {
    this.closing.abort();
    const disconnected = this.disconnect();
    await (patient ? disconnected : Promise.race([disconnected, delay(DISCONNECT_WAIT_MS)]));
    clearInterval(this.watch);
    this.context.membership.suspend();
  }

  /** Again after a join that was under way: kafkajs would connect anew and read on, unseen. */
  private async disconnect(): Promise<void> {
    await this.consumer.disconnect().catch(() => undefined);
    if (this.joining === undefined) return;
    await this.joining.catch(() => undefined);
    await this.consumer.disconnect().catch(() => undefined);
  }

  pause(partitions: readonly TopicPartition[]): void {
    this.consumer.pause(
      partitions.map(({ topic, partition }) => ({ topic, partitions: [partition] })),
    );
  }

  resume(partitions: readonly TopicPartition[]): void {
    this.consumer.resume(
      partitions.map(({ topic, partition }) => ({ topic, partitions: [partition] })),
    );
  }

  seek({ topic, partition, offset }: RecordPosition): void {
    this.consumer.seek({ topic, partition, offset: String(offset) });
  }

  /**
   * Straight to the coordinator, for this member and generation. kafkajs would repeat a commit refused by a rebalance under the new
   * generation, and so set back a partition that another member has by then.
   */
  async commit(commits: readonly OffsetCommit[]): Promise<void> {
    const { spec, membership } = this.context;
    const { memberId, generation } = membership;
    const topics = Array.from(
      Map.groupBy(commits, ({ topic }) => topic),
      ([topic, ofTopic]) => ({
        topic,
        partitions: ofTopic.map(({ partition, offset, metadata }) => ({
          partition,
          offset: String(offset),
          metadata,
        })),
      }),
    );
    const backoff = new Backoff({ firstMs: 20, maxMs: 200 });
    for (let attempt = 1; ; attempt++) {
      try {
        const coordinator = await this.coordinator();
        await coordinator.offsetCommit({
          groupId: spec.groupId,
          memberId,
          groupGenerationId: generation,
          topics,
        });
        return;
      } catch (error) {
        this.knownCoordinator = undefined;
        const changed = membership.memberId !== memberId || membership.generation !== generation;
        if (changed || attempt === COMMIT_ATTEMPTS || !isCoordinatorBusy(error)) throw error;
        await backoff.wait(this.closing.signal);
      }
    }
  }

  onLeaveSent(): void {
    this.context.membership.suspend();
  }

  onJoinSent(): void {
    this.context.membership.joinSent();
  }

  onSynced(memberId: string, generation: number, sentAtMs: number): void {
    this.context.membership.syncAnswered(memberId, generation, sentAtMs);
  }

  onHeartbeat(generation: number, sentAtMs: number): void {
    if (this.finished) return;
    this.context.membership.heartbeatAnswered(generation, sentAtMs);
  }

  onFetchSent(request: FetchRequest): void {
    this.context.positions.fetchSent(request);
    if (this.context.positions.known()) this.context.onReading();
  }

  onFetched(response: FetchResponse): void {
    this.context.positions.fetched(response);
    this.answered();
  }

  /** Synchronous from kafkajs' join to the last line: the first fetch comes after it. */
  private onJoined({ payload }: ConsumerGroupJoinEvent): void {
    const { spec, positions, membership, log } = this.context;
    if (this.closing.signal.aborted) return;
    try {
      const before = positions.all();
      const { sameMember } = membership.assigned();
      const assignment = positions.assign(
        membership.memberId,
        sameMember,
        payload.memberAssignment,
      );
      const lost = before.filter((state) => positions.get(state) !== state);
      for (const state of lost) if (state.seekPending) this.tainted.add(partitionKey(state));
      if (assignment.added.some((partition) => this.tainted.has(partitionKey(partition)))) {
        this.finish(new Error('a partition came back with an old seek pending'));
        return;
      }
      if (lost.length > 0) this.resume(lost);
      for (const { topic, partition, position: offset } of positions.all()) {
        if (offset === undefined) continue;
        positions.seek({ topic, partition, offset });
        this.seek({ topic, partition, offset });
      }
      this.lastAnswerAtMs = performance.now();
      log.info({ groupId: spec.groupId, ...assignment }, 'partitions assigned');
      spec.onAssigned?.(assignment);
      if (positions.known()) this.context.onReading();
    } catch (error) {
      this.finish(error);
    }
  }

  private finish(reason: unknown): void {
    this.finished = true;
    this.context.membership.suspend();
    this.end.resolve(reason);
  }

  private answered(): void {
    this.lastAnswerAtMs = performance.now();
    this.context.onFetched();
  }

  /** kafkajs sends heartbeats between batches only; this sends them during a long one, and notices when nothing moves at all. */
  private check(): void {
    const { delivery, sessionTimeoutMs } = this.context;
    if (delivery.inProgress > 0) {
      this.keepAlive?.().catch(() => undefined);
      return;
    }
    const idleMs =
      performance.now() - Math.max(this.lastAnswerAtMs, delivery.lastFinishedAtMs, this.openedAtMs);
    // A rebalance may take its whole timeout (two sessions) without a fetch.
    if (idleMs > 3 * sessionTimeoutMs)
      this.finish(new Error(`no fetch was answered for ${Math.round(idleMs)} ms`));
  }

  /** The broker would keep a group waiting for a crashed member until its session times out: say goodbye in its name. */
  private async leaveAsFormerMember(): Promise<void> {
    const { spec, membership } = this.context;
    const { memberId } = membership;
    membership.lost();
    if (memberId === '' || this.cluster === undefined) return;
    try {
      const coordinator = groupBroker(
        await this.cluster.findGroupCoordinator({ groupId: spec.groupId }),
      );
      await coordinator.leaveGroup({ groupId: spec.groupId, memberId });
    } catch (error) {
      this.context.log.debug({ err: error }, 'the former member is gone already');
    }
  }

  private async coordinator(): Promise<Broker> {
    if (this.knownCoordinator?.isConnected()) return this.knownCoordinator;
    if (this.cluster === undefined) throw new Error('not a member of the group');
    return (this.knownCoordinator = await this.cluster.findGroupCoordinator({
      groupId: this.context.spec.groupId,
    }));
  }
}
