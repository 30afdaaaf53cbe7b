/**
 * Runs executions: takes requests from the partitions this process owns, fairly and at most so many at a time, gives each its
 * workflow and secrets, and settles it when its end is durable. Owns no ledger rule itself (partition-consumer, live-execution).
 */
import type { CompiledWorkflow, EffectContext } from '@libs/blocks';
import type { ExecutionRequested } from '@libs/contracts';
import type { SecretValues } from '@libs/execution';
import type { RecordAppender } from '@libs/event-log';
import type { Metrics, Progress } from '@libs/platform';
import { LiveExecution } from './live-execution.js';
import type { AdmittedRequest, PartitionOwner } from './partition-owner.js';
import { PartitionConsumer, type PartitionConsumerOptions } from './partition-consumer.js';
import type { RepeatCheck } from './repeat-check.js';
import type { SecretSource } from './secrets.js';
import type { WorkflowCache } from './workflow-cache.js';

/** Effects stop being started this long before the group could count this member as dead. */
const membershipMarginMs = 1_000;
const deadlineSweepMs = 1_000;
const retryLoadMs = 500;

export interface RunnerOptions extends Pick<
  PartitionConsumerOptions,
  'eventLog' | 'logger' | 'sessionTimeoutMs'
> {
  readonly appender: RecordAppender;
  readonly workflows: WorkflowCache;
  readonly secrets: SecretSource;
  readonly repeats: RepeatCheck;
  readonly effects: Pick<EffectContext, 'egress' | 'sandbox'>;
  readonly concurrency: number;
  readonly baseChargeUsd: number;
  readonly metrics: Metrics;
  readonly progress: Progress;
}

export class Runner {
  readonly #partitions: PartitionConsumer;
  readonly #ended;
  #inFlight = 0;
  #nextPartition = 0;
  #draining = false;
  #sweep: NodeJS.Timeout | undefined;

  constructor(private readonly options: RunnerOptions) {
    const { metrics } = options;
    this.#ended = metrics.counter(
      'flowledger_executions_ended_total',
      'Executions ended here, by status',
      ['status'],
    );
    const poison = metrics.counter(
      'flowledger_runner_poison_total',
      'Records the runner could not decode',
      ['topic'],
    );
    const running = (): number => this.#inFlight;
    metrics.gauge(
      'flowledger_executions_running',
      'Executions that hold a slot here',
      [],
      function () {
        this.set(running());
      },
    );
    this.#partitions = new PartitionConsumer({
      ...options,
      onReady: () => this.#dispatch(),
      onRequests: () => this.#dispatch(),
      onPoison: (topic) => poison.inc({ topic }),
    });
    options.progress.watchConsumer('runner', this.#partitions.consumer);
    options.progress.addCheck(() => {
      const frozen = [...this.#partitions.owners.values()].reduce(
        (sum, owner) => sum + owner.frozenCount,
        0,
      );
      return frozen === 0
        ? null
        : { part: 'runner', problem: `${frozen} executions hold events of a newer engine` };
    });
    options.progress.addCheck(() => {
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

  start(): Promise<void> {
    this.#sweep = setInterval(() => {
      for (const owner of this.#partitions.owners.values()) owner.stopOverdue(Date.now());
    }, deadlineSweepMs);
    return this.#partitions.start();
  }

  /** Starts nothing new, waits for what is in flight (at most graceMs), commits, leaves the group. */
  async stop(graceMs: number): Promise<void> {
    this.#draining = true;
    clearInterval(this.#sweep);
    const deadline = performance.now() + graceMs;
    while (this.#inFlight > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await this.#partitions.stop();
  }

  /** Round robin over partitions, so that a backlog in one can't starve the others. */
  #dispatch(): void {
    const owners = [...this.#partitions.owners.values()];
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
      this.#begin(owner, admitted);
    }
  }

  #release(): void {
    this.#inFlight -= 1;
    this.#dispatch();
  }

  /** The common case, workflow in memory and no secrets, begins in the same tick. */
  #begin(owner: PartitionOwner, admitted: AdmittedRequest): void {
    const { request } = admitted.queued;
    const workflow = this.options.workflows.peek(request.workflowId, request.deploymentVersion);
    const secrets = workflow === null ? null : this.options.secrets.peek(workflow, request);
    if (workflow !== null && secrets !== null && !request.repeat) {
      this.#run(owner, admitted, workflow, secrets);
      return;
    }
    this.#prepare(owner, admitted).catch((error: unknown) => {
      this.options.logger.error(
        { err: error, executionId: request.executionId },
        'execution could not begin',
      );
      this.#partitions.reclaim(owner.partition);
      this.#release();
    });
  }

  async #prepare(owner: PartitionOwner, admitted: AdmittedRequest): Promise<void> {
    const { request, offset } = admitted.queued;
    const isLost = (): boolean => owner.lost.signal.aborted;
    for (;;) {
      if (isLost()) {
        this.#release();
        return;
      }
      try {
        if (request.repeat && admitted.history.started === null) {
          const place = { partition: owner.partition, offset: owner.tailOffset };
          if (await this.options.repeats.hasRun(request.executionId, place, owner.lost.signal)) {
            owner.settle(request, offset);
            this.#release();
            return;
          }
        }
        const { workflow, secrets } = await this.#load(request);
        // Lost meanwhile: the next turn of the loop gives the slot back.
        if (isLost()) continue;
        this.#run(owner, admitted, workflow, secrets);
        return;
      } catch (error) {
        this.options.logger.warn(
          { err: error, executionId: request.executionId },
          'execution waits; trying again',
        );
        await new Promise((resolve) => setTimeout(resolve, retryLoadMs));
      }
    }
  }

  async #load(
    request: ExecutionRequested,
  ): Promise<{ workflow: CompiledWorkflow; secrets: SecretValues }> {
    const { workflowId, deploymentVersion } = request;
    const workflow = await this.options.workflows.load(workflowId, deploymentVersion);
    if (workflow === null) {
      throw new Error(`workflow ${workflowId} has no version ${deploymentVersion}`);
    }
    return { workflow, secrets: await this.options.secrets.load(workflow, request) };
  }

  #run(
    owner: PartitionOwner,
    { queued, history }: AdmittedRequest,
    workflow: CompiledWorkflow,
    secrets: SecretValues,
  ): void {
    const release = (): void => {
      released();
      this.#release();
    };
    const { signal } = owner.lost;
    const released = (): void => signal.removeEventListener('abort', release);
    signal.addEventListener('abort', release, { once: true });
    owner.run(
      new LiveExecution(queued.request, queued.offset, queued.traceparent, workflow, history, {
        writer: owner.writer,
        effects: { ...this.options.effects, now: Date.now, random: Math.random },
        secrets,
        baseChargeUsd: this.options.baseChargeUsd,
        mayStartEffects: () => this.#mayStartEffects(owner),
        onEnded: (status) => {
          if (signal.aborted) return;
          owner.settle(queued.request, queued.offset);
          this.#ended.inc({ status });
          release();
        },
        onAppendFailed: (error) => {
          if (signal.aborted) return;
          this.options.logger.error(
            { err: error, partition: owner.partition },
            'the ledger refused an event; claiming the partition again',
          );
          this.#partitions.reclaim(owner.partition);
        },
      }),
    );
  }

  /** Null when effects may start at once; else a promise for when they may. Rejects when the partition is lost. */
  #mayStartEffects(owner: PartitionOwner): Promise<void> | null {
    const isAlive = (): boolean =>
      performance.now() < this.#partitions.consumer.memberUntil() - membershipMarginMs;
    if (isAlive()) return null;
    return (async () => {
      while (!isAlive()) {
        if (owner.lost.signal.aborted) throw new Error('the partition is lost');
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    })();
  }
}
