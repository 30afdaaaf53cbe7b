/**
 * A relay whose process can be killed, or frozen for longer than its session and resumed: the group
 * reassigns its partitions, which it learns only afterwards. A seed decides which transactions are
 * late or refused, or whose answers are lost.
 */
import {
  TransactionError,
  type Assignment,
  type ConsumerSpec,
  type EventLog,
  type SupervisedConsumer,
  type TopicPartition,
  type TransactionalProducer,
} from '@libs/event-log';
import { Metrics } from '@libs/platform';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { RelayConsumer } from '../relay-consumer.js';
import { createRelayMetrics } from '../relay-metrics.js';

type Offsets = Awaited<ReturnType<EventLog['admin']['committed']>>;

/** The latest answers to offset requests, per log. */
const answers = new WeakMap<EventLog, readonly Offsets[]>();

export class FaultyRelay {
  readonly relay: RelayConsumer;
  readonly #log: EventLog;
  readonly #draw: () => number;
  #spec: ConsumerSpec | undefined;
  #inner: SupervisedConsumer | undefined;
  #assigned: readonly TopicPartition[] = [];
  /** Counts the group's decisions; a commit is valid in one generation only. */
  #generation = 0;
  #stopped: Promise<unknown> = Promise.resolve();
  #goOn: () => void = () => undefined;
  #dead = false;
  #areFinal = false;

  /** @param draw the next random number, from 0 to below 1 */
  constructor(log: EventLog, draw: () => number) {
    this.#log = log;
    this.#draw = draw;
    this.relay = new RelayConsumer({
      eventLog: {
        ...log,
        admin: { ...log.admin, committed: (...of) => this.#committed(...of) },
        consumer: (spec) => this.#consumer(spec),
        transactional: (id) => this.#transactional(log.transactional(id)),
      },
      logger: pino({ level: 'silent' }),
      metrics: createRelayMetrics(new Metrics()),
      poison: log.appender(),
      sessionTimeoutMs: 6_000,
      takeoverRetryMs: 1,
    });
    void this.relay.consumer.start();
  }

  /** The process stands still; its session ends. */
  async freeze(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#stopped = promise;
    this.#goOn = () => resolve(undefined);
    const inner = this.#inner;
    this.#inner = undefined;
    this.#generation += 1;
    await inner?.stop();
  }

  /** Operations in flight finish, and the process joins the group again. */
  thaw(): void {
    this.#goOn();
    this.#join();
  }

  /** The process stands still for ever. */
  async kill(): Promise<void> {
    this.#dead = true;
    await this.freeze();
    void this.relay.stop(); // Only to end its timers; what it has under way never goes on.
  }

  /** A graceful stop. */
  async stop(): Promise<void> {
    await this.relay.stop();
  }

  #join(): void {
    const spec = this.#spec;
    if (spec === undefined) throw new Error('the relay made no consumer');
    let first = true;
    this.#inner = this.#log.consumer({
      ...spec,
      onBatch: async (batch) => {
        await this.#alive();
        await spec.onBatch(batch);
      },
      onAssigned: (assignment) => {
        this.#generation += 1;
        spec.onAssigned?.(first ? this.#afterAbsence(assignment) : assignment);
        first = false;
        this.#assigned = assignment.partitions;
      },
    });
    void this.#inner.start();
  }

  #afterAbsence(assignment: Assignment): Assignment {
    const has = ({ topic, partition }: TopicPartition): boolean =>
      assignment.partitions.some((one) => one.topic === topic && one.partition === partition);
    const removed = this.#assigned.filter((partition) => !has(partition));
    return { ...assignment, sameMember: false, added: assignment.partitions, removed };
  }

  #consumer(spec: ConsumerSpec): SupervisedConsumer {
    this.#spec = spec;
    return {
      start: () => {
        this.#join();
        return Promise.resolve();
      },
      stop: async () => this.#inner?.stop(),
      pause: (partitions) => this.#inner?.pause(partitions),
      resume: (partitions) => this.#inner?.resume(partitions),
      seek: (position) => this.#inner?.seek(position),
      commit: async (commits) => {
        const generation = this.#generation;
        await this.#pause();
        if (generation !== this.#generation || this.#inner === undefined)
          throw new Error('the group has moved on');
        await this.#inner.commit(commits);
      },
      status: () => {
        if (this.#inner === undefined) throw new Error('the process stands still');
        return this.#inner.status();
      },
      memberUntil: () => this.#inner?.memberUntil() ?? 0,
    };
  }

  #transactional(real: TransactionalProducer): TransactionalProducer {
    return {
      close: () => real.close(),
      fence: async (fenced) => {
        await this.#pause();
        await real.fence(fenced);
        if (fenced !== undefined) this.#areFinal = true;
      },
      transact: async (records, consumed) => {
        await this.#pause();
        const fate = this.#draw();
        if (fate < 0.1) throw new TransactionError('ABORTED', 'it failed and was aborted');
        await real.transact(records, consumed);
        await this.#pause();
        if (fate > 0.85) throw new TransactionError('OUTCOME_UNKNOWN', 'the answer was lost');
      },
    };
  }

  /** May be stale until a fence makes it final (decision 11). */
  async #committed(groupId: string, topic: string): Promise<Offsets> {
    await this.#pause();
    const offsets = await this.#log.admin.committed(groupId, topic);
    const earlier = answers.get(this.#log) ?? [];
    answers.set(this.#log, [...earlier, offsets].slice(-5));
    const areFinal = this.#areFinal;
    this.#areFinal = false;
    return !areFinal && this.#draw() < 0.5 ? (earlier[0] ?? offsets) : offsets;
  }

  /** Where another process may overtake this one. */
  async #pause(): Promise<void> {
    const draw = this.#draw();
    if (draw > 0.3) await sleep(draw * 10);
    await this.#alive();
  }

  async #alive(): Promise<void> {
    if (this.#dead) await new Promise<never>(() => undefined);
    await this.#stopped;
  }
}
