/**
 * A consumer that never stops by itself: when its kafkajs consumer ends, it builds the next one.
 */
import type { MemberJournal } from '../../member-journal.js';
import type { OffsetJournal } from '../../offset-journal.js';
import type { EventLogLogger } from '../../options.js';
import type {
  ConsumerSpec,
  ConsumerState,
  ConsumerStatus,
  OffsetCommit,
  RecordPosition,
  SupervisedConsumer,
  TopicPartition,
} from '../../ports.js';
import { Backoff } from '../client/backoff.js';
import { BatchDelivery } from './batch-delivery.js';
import type { NewClient } from '../client/client.js';
import { ConsumerPositions, partitionKey } from './consumer-positions.js';
import { ConsumerSession } from './consumer-session.js';
import type { Forgetful, ForgottenOffsets } from './forgotten-offsets.js';
import { heartbeatMs } from './group-consumer.js';
import { GroupMembership } from './group-membership.js';
import { isSettling } from '../client/kafka-errors.js';
import type { OwnAppends } from '../append/own-appends.js';

const defaultSessionTimeoutMs = 6000;
const rebuildWait = { firstMs: 100, maxMs: 2000 };

/** State that outlives the process; each part may be missing. */
export interface ConsumerJournals {
  readonly members?: MemberJournal | undefined;
  readonly offsets?: OffsetJournal | undefined;
  readonly forgotten?: ForgottenOffsets | undefined;
}

export class KafkaSupervisedConsumer implements SupervisedConsumer {
  readonly #positions: ConsumerPositions;
  readonly #membership: GroupMembership;
  readonly #delivery: BatchDelivery;
  readonly #sessionTimeoutMs: number;
  readonly #stopping = new AbortController();
  readonly #firstReading = Promise.withResolvers<undefined>();
  #supervision: Promise<void> | undefined;
  #session: ConsumerSession | undefined;
  #state: ConsumerState = 'starting';
  #restored = false;
  #lastFetchAtMs: number | undefined;

  constructor(
    private readonly spec: ConsumerSpec,
    private readonly newClient: NewClient,
    private readonly log: EventLogLogger,
    private readonly ownAppends: OwnAppends,
    private readonly journals: ConsumerJournals = {},
  ) {
    this.#sessionTimeoutMs = spec.sessionTimeoutMs ?? defaultSessionTimeoutMs;
    this.#positions = new ConsumerPositions(spec.startFrom === 'latest');
    this.#membership = new GroupMembership(this.#sessionTimeoutMs, (memberId) =>
      journals.members?.note(spec.groupId, memberId),
    );
    this.#delivery = new BatchDelivery(
      (batch) => spec.onBatch(batch),
      this.#positions,
      heartbeatMs,
      log,
      spec.gatherMs,
    );
  }

  async start(): Promise<void> {
    if (this.#stopping.signal.aborted) throw new Error('the consumer was stopped');
    this.#supervision ??= this.#supervise().finally(this.ownAppends.follow(this.spec.topics));
    await this.#firstReading.promise;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#firstReading.resolve(undefined);
    await this.#supervision;
    this.#state = 'stopped';
  }

  pause(partitions: readonly TopicPartition[]): void {
    const assigned = this.#mark(partitions, true);
    this.#tellSession((session) => session.pause(assigned));
  }

  resume(partitions: readonly TopicPartition[]): void {
    const assigned = this.#mark(partitions, false);
    this.#tellSession((session) => session.resume(assigned));
  }

  seek(position: RecordPosition): void {
    if (this.#positions.seek(position)) this.#tellSession((session) => session.seek(position));
  }

  async commit(commits: readonly OffsetCommit[]): Promise<void> {
    if (commits.length === 0) return;
    const foreign = commits.find((commit) => this.#positions.get(commit) === undefined);
    if (foreign) throw new Error(`${partitionKey(foreign)} is not assigned to this consumer`);
    if (this.#session === undefined || this.#membership.memberId === '')
      throw new Error('not a member of the group');
    await this.#session.commit(commits);
    this.journals.offsets?.note(this.spec.groupId, commits);
  }

  status(): ConsumerStatus {
    const lastFetchAtMs = this.#lastFetchAtMs;
    return {
      state: this.#state,
      groupId: this.spec.groupId,
      assigned: this.#positions.all().map(({ topic, partition }) => ({ topic, partition })),
      lastFetchAgeMs: lastFetchAtMs === undefined ? null : performance.now() - lastFetchAtMs,
      lag: this.#positions.lag(),
    };
  }

  memberUntil(): number {
    return this.#membership.memberUntil();
  }

  async #supervise(): Promise<void> {
    const { signal } = this.#stopping;
    const backoff = new Backoff(rebuildWait);
    const stopped = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const isStopped = (): boolean => signal.aborted;
    while (!isStopped()) {
      const session = this.#newSession(() => backoff.reset());
      const opened = session.open().then(
        () => session.ended,
        (error: unknown) => error,
      );
      const reason = await Promise.race([opened, session.ended, stopped]);
      if (isStopped()) {
        await session.close(true);
        break;
      }
      if (this.#state === 'running') this.#state = 'rebuilding';
      const { groupId } = this.spec;
      if (this.#state === 'starting' && isSettling(reason))
        this.log.info({ reason: String(reason), groupId }, 'Kafka is not ready yet, trying again');
      else this.log.warn({ err: reason, groupId }, 'consumer ended; creating another one');
      await session.close(false);
      await backoff.wait(signal);
    }
    this.#membership.lost();
  }

  /** Done once: Kafka does not forget a group that has a member. */
  async #restoreOffsets(commit: Forgetful['commit']): Promise<void> {
    const { groupId, topics, startFrom, seeksItself = false } = this.spec;
    if (this.#restored || seeksItself || startFrom === 'latest') return;
    await this.journals.forgotten?.restore({ groupId, topics, commit });
    this.#restored = true;
  }

  #newSession(onReading: () => void): ConsumerSession {
    const { spec, newClient, ownAppends, log } = this;
    this.#session = new ConsumerSession({
      ...{ spec, newClient, ownAppends, log },
      sessionTimeoutMs: this.#sessionTimeoutMs,
      positions: this.#positions,
      membership: this.#membership,
      delivery: this.#delivery,
      takeDeadMembers: () => this.journals.members?.takeDead(spec.groupId) ?? [],
      beforeJoin: (commit) => this.#restoreOffsets(commit),
      onFetched: () => {
        this.#lastFetchAtMs = performance.now();
      },
      onReading: () => {
        if (this.#state === 'running' || this.#stopping.signal.aborted) return;
        this.#state = 'running';
        onReading();
        this.#firstReading.resolve(undefined);
      },
    });
    return this.#session;
  }

  #mark(partitions: readonly TopicPartition[], paused: boolean): TopicPartition[] {
    return partitions.filter((partition) => {
      const state = this.#positions.get(partition);
      if (state) state.paused = paused;
      return state !== undefined;
    });
  }

  /**
   * Between two kafkajs consumers there is none to tell; the next one starts at noted positions.
   */
  #tellSession(tell: (session: ConsumerSession) => void): void {
    try {
      if (this.#session) tell(this.#session);
    } catch (error) {
      this.log.debug({ err: error, groupId: this.spec.groupId }, 'no kafkajs consumer to tell');
    }
  }
}
