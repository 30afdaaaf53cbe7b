/**
 * Runs executions: takes requests from the partitions that this process owns, fairly and up to a
 * limit, and resumes the executions that commands wake. Holds no ledger rule itself
 * (partition-consumer, live-execution).
 */
import type { Metrics, Progress } from '@libs/platform';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExecutionLauncher, type LauncherOptions } from './launch/execution-launcher.js';
import type { Admitted, PartitionOwner } from './partition/partition-owner.js';
import {
  PartitionConsumer,
  type PartitionConsumerOptions,
} from './partition/partition-consumer.js';
import { createRunnerMetrics } from './runner-metrics.js';
import type { Families } from './family/families.js';
import type { Timers } from './timers/timers.js';
import type { FlightRecorder } from './trials/trial-gate.js';
import type { TrialRecords } from './trials/trial-records.js';
import { Trials } from './trials/trials.js';
import type { OwnedPartition } from './concurrency/slot-census.js';
import type { SlotSweep } from './concurrency/slot-sweep.js';

/** Effects stop starting this long before the group could count this member as dead. */
const membershipMarginMs = 1_000;
const tickMs = 1_000;
/**
 * How many woken executions load their state at a time. They take no runner slot before that: a
 * projection that lags must not keep fresh requests from running.
 */
const longestWakeQueue = 20;

export interface RunnerOptions
  extends
    Pick<
      PartitionConsumerOptions,
      'eventLog' | 'appender' | 'logger' | 'sessionTimeoutMs' | 'holds' | 'clockAheadMs'
    >,
    Omit<LauncherOptions, 'metrics' | 'trials' | 'mayStartEffects' | 'reclaim'> {
  readonly families: Families;
  readonly trialRecords: TrialRecords;
  readonly flightRecorder: FlightRecorder;
  readonly timers: Timers;
  readonly slotSweep: SlotSweep;
  readonly concurrency: number;
  readonly metrics: Metrics;
  readonly progress: Progress;
}

export class Runner {
  readonly #partitions: PartitionConsumer;
  readonly #launcher: ExecutionLauncher;
  #inFlight = 0;
  #waking = 0;
  #nextPartition = 0;
  #draining = false;
  #ticker: NodeJS.Timeout | undefined;

  constructor(private readonly options: RunnerOptions) {
    const metrics = createRunnerMetrics(options.metrics, {
      running: () => this.#inFlight,
      held: () => this.#heldCount(),
      memory: () => this.#launcher.memory,
    });
    this.#partitions = new PartitionConsumer({
      ...options,
      onReady: () => this.#dispatch(),
      onWork: () => this.#dispatch(),
      concurrency: options.concurrency,
      onPoison: (topic) => metrics.poison(topic),
      onForeign: () => metrics.foreignCommand(),
      isParked: (executionId) => options.parked.isParked(executionId),
    });
    this.#launcher = new ExecutionLauncher({
      ...options,
      metrics,
      trials: new Trials({
        records: options.trialRecords,
        recorder: options.flightRecorder,
        logger: options.logger,
        onTrial: (outcome) => metrics.trial(outcome),
      }),
      mayStartEffects: (owner) => this.#mayStartEffects(owner),
      reclaim: (owner) => this.#partitions.reclaim(owner.partition),
    });
    this.#watchProgress(options.progress);
  }

  #watchProgress(progress: Progress): void {
    progress.watchConsumer('runner', this.#partitions.consumer);
    progress.addCheck(() => {
      const held = this.#heldCount();
      return held === 0
        ? null
        : {
            part: 'runner',
            problem: `${held} executions, requests or control commands are of a newer engine`,
          };
    });
    progress.addCheck(() => {
      const assigned = new Set(
        this.#partitions.consumer.status().assigned.map(({ partition }) => partition),
      );
      const waiting = [...assigned].filter(
        (partition) => !this.#partitions.owners.has(partition),
      ).length;
      return waiting === 0
        ? null
        : { part: 'runner', problem: `${waiting} partitions are being taken over` };
    });
  }

  #heldCount(): number {
    return [...this.#partitions.owners.values()].reduce((sum, owner) => sum + owner.frozenCount, 0);
  }

  start(): Promise<void> {
    this.#ticker = setInterval(() => {
      for (const owner of this.#partitions.owners.values()) owner.tick(Date.now());
    }, tickMs);
    this.options.families.start();
    this.options.timers.start();
    this.options.slotSweep.start(() => this.#owned());
    return this.#partitions.start();
  }

  /** Empty once the group may count this process as dead: a new owner may have begun work. */
  #owned(): OwnedPartition[] {
    if (!this.#isMember()) return [];
    return [...this.#partitions.owners.values()].map(({ partition, tail }) => ({
      partition,
      ledgerOffset: Math.max(tail.offset, tail.writtenTo),
    }));
  }

  #isMember(): boolean {
    return performance.now() < this.#partitions.consumer.memberUntil() - membershipMarginMs;
  }

  /** Starts nothing new, waits at most graceMs for open executions, commits, leaves the group. */
  async stop(graceMs: number): Promise<void> {
    this.#draining = true;
    clearInterval(this.#ticker);
    await this.options.timers.stop();
    const deadline = performance.now() + graceMs;
    while (this.#inFlight > 0 && performance.now() < deadline) await sleep(20);
    await this.#partitions.stop();
    await this.options.slotSweep.stop();
    await this.options.families.stop();
  }

  /** Round robin over partitions, so that a backlog in one can't starve the others. */
  #dispatch(): void {
    const owners = [...this.#partitions.owners.values()];
    for (const owner of owners) this.#wake(owner);
    let empty = 0;
    while (!this.#draining && this.#inFlight < this.options.concurrency && empty < owners.length) {
      const owner = owners[this.#nextPartition++ % owners.length];
      const admitted = owner?.next();
      if (owner === undefined || admitted === undefined) {
        empty += 1;
        continue;
      }
      empty = 0;
      this.#inFlight += 1;
      this.#launcher.begin(owner, admitted, () => {
        this.#inFlight -= 1;
        this.#dispatch();
      });
    }
  }

  #wake(owner: PartitionOwner): void {
    while (!this.#draining && this.#waking < longestWakeQueue) {
      const admitted = owner.nextWoken();
      if (admitted === undefined) return;
      this.#waking += 1;
      const restored = (): void => {
        this.#waking -= 1;
        this.#wake(owner);
      };
      this.#restore(owner, admitted)
        .finally(restored)
        .catch(() => undefined);
    }
  }

  async #restore(owner: PartitionOwner, admitted: Admitted): Promise<void> {
    const restored = await this.#launcher.restore(owner, admitted);
    if (restored === null) return;
    this.#inFlight += 1;
    this.#launcher.begin(owner, restored, () => {
      this.#inFlight -= 1;
      this.#dispatch();
    });
  }

  /** Null when effects may start now, else a promise. Rejects when the partition is lost. */
  #mayStartEffects(owner: PartitionOwner): Promise<void> | null {
    if (this.#isMember()) return null;
    return (async () => {
      while (!this.#isMember()) {
        if (owner.lost.signal.aborted) throw new Error('the partition is lost');
        await sleep(25);
      }
    })();
  }
}
