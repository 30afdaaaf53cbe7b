/**
 * Gives an execution what it needs, its workflow, its secrets, and the state it parked with, and settles it with its partition when
 * its end, or that it is parked, is durable.
 */
import type { CompiledWorkflow, EffectContext } from '@libs/blocks';
import type { ExecutionRequested, ExecutionStarted } from '@libs/contracts';
import { UnknownStateError, type SecretValues } from '@libs/execution';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { admit, type Admission } from './admission.js';
import type { ChildRuns } from './child-runs.js';
import { ExecutionFamily } from './execution-family.js';
import type { ExecutionPorts } from './execution-ports.js';
import { goesOn } from './go-on.js';
import { LiveExecution } from './live-execution.js';
import type { ParkedExecutions } from './parked-executions.js';
import type { Admitted, PartitionOwner } from './partition-owner.js';
import type { RepeatCheck } from './repeat-check.js';
import type { RunnerMetrics } from './runner-metrics.js';
import type { SecretSource } from './secrets.js';
import type { Turns } from './turns/turns.js';
import { NewerWorkflowError, type WorkflowCache } from './workflow-cache.js';

const retryLoadMs = 500;

export interface LauncherOptions {
  readonly logger: Logger;
  readonly workflows: WorkflowCache;
  readonly secrets: SecretSource;
  readonly repeats: RepeatCheck;
  readonly parked: ParkedExecutions;
  readonly children: ChildRuns;
  readonly turns: Turns;
  readonly effects: Pick<EffectContext, 'egress' | 'sandbox' | 'longestPauseMs'>;
  readonly baseChargeUsd: number;
  readonly earlyOutput: ExecutionPorts['earlyOutput'];
  readonly metrics: RunnerMetrics;
  mayStartEffects(owner: PartitionOwner): Promise<void> | null;
  /** The writer of this partition can't go on. */
  reclaim(owner: PartitionOwner): void;
}

/** What an execution needs before it begins. */
interface Prepared {
  readonly workflow: CompiledWorkflow;
  readonly secrets: SecretValues;
  /** By a limit: its end gives a place back. */
  readonly isCounted: boolean;
  readonly admission: Admission;
}

const uncounted: Pick<Prepared, 'isCounted' | 'admission'> = {
  isCounted: false,
  admission: { kind: 'run' },
};

/** Tells where it stands: begun, or only requested. */
const identityOf = ({ origin, history }: Admitted): ExecutionRequested | ExecutionStarted => {
  const identity = history.started ?? origin.request;
  if (identity === null) throw new Error('an execution has a request or a beginning');
  return identity;
};

export class ExecutionLauncher {
  readonly #family: ExecutionFamily;

  constructor(private readonly options: LauncherOptions) {
    this.#family = new ExecutionFamily(options.children, options.logger);
  }

  /**
   * The state of a woken execution, and what it did since, when an earlier owner woke it. Null when the orders come too late or the
   * partition is lost: then they are done with.
   */
  async restore(owner: PartitionOwner, admitted: Admitted): Promise<Admitted | null> {
    const { executionId, origin } = admitted;
    const place = { partition: owner.partition, offset: owner.tailOffset };
    const { signal } = owner.lost;
    const isLost = (): boolean => signal.aborted;
    while (!isLost()) {
      try {
        const restored = await this.options.parked.load(executionId, place, signal);
        if (isLost()) return null;
        const since = owner.takeover.resumed.get(executionId) ?? [];
        if (restored === null || !goesOn(restored.history, since, origin.commands)) {
          owner.park(executionId, origin);
          return null;
        }
        this.options.metrics.woken();
        const { history, traceparent } = restored;
        return { executionId, history, origin: { ...origin, traceparent } };
      } catch (error) {
        if (this.#isOfNewer(error, owner, executionId)) return null;
        this.options.logger.warn({ err: error, executionId }, 'a parked execution waits');
        await sleep(retryLoadMs);
      }
    }
    return null;
  }

  /**
   * The common case, workflow in memory, no secrets and no limit, begins in the same tick.
   * @param release gives the slot back, once
   */
  begin(owner: PartitionOwner, admitted: Admitted, release: () => void): void {
    const identity = identityOf(admitted);
    const workflow = this.options.workflows.peek(identity.workflowId, identity.deploymentVersion);
    const secrets = workflow === null ? null : this.options.secrets.peek(workflow, identity);
    const isRepeat = admitted.origin.request?.repeat === true;
    if (workflow !== null && secrets !== null && !isRepeat) {
      if (this.options.turns.peek(workflow, identity.accountId) === false) {
        this.#run(owner, admitted, { workflow, secrets, ...uncounted }, release);
        return;
      }
    }
    this.#prepare(owner, admitted, release).catch((error: unknown) => {
      const { executionId } = admitted;
      this.options.logger.error({ err: error, executionId }, 'execution could not begin');
      this.options.reclaim(owner);
      release();
    });
  }

  async #prepare(owner: PartitionOwner, admitted: Admitted, release: () => void): Promise<void> {
    const { executionId, origin, history } = admitted;
    const { signal } = owner.lost;
    const isLost = (): boolean => signal.aborted;
    while (!isLost()) {
      try {
        if (origin.request?.repeat === true && history.started === null) {
          const place = { partition: owner.partition, offset: owner.tailOffset };
          if (await this.options.repeats.hasRun(executionId, place, signal)) {
            owner.settle(executionId, origin);
            break;
          }
        }
        const prepared = await this.#load(admitted);
        // Lost meanwhile: nothing of it may begin here.
        if (isLost()) break;
        this.#run(owner, admitted, prepared, release);
        return;
      } catch (error) {
        if (this.#isOfNewer(error, owner, executionId)) break;
        this.options.logger.warn({ err: error, executionId }, 'execution waits; trying again');
        await sleep(retryLoadMs);
      }
    }
    release();
  }

  /** Whatever it holds here is given back; the newer runner that takes over reads its request, or its order, again. */
  #isOfNewer(error: unknown, owner: PartitionOwner, executionId: string): boolean {
    if (!(error instanceof NewerWorkflowError || error instanceof UnknownStateError)) return false;
    this.options.logger.error(
      { err: error, executionId },
      'a newer runner must go on with this execution: it is held',
    );
    owner.leaveToNewer(executionId);
    return true;
  }

  async #load(admitted: Admitted): Promise<Prepared> {
    const identity = identityOf(admitted);
    const { workflowId, deploymentVersion, accountId } = identity;
    const { workflows, secrets, turns } = this.options;
    const workflow = await workflows.load(workflowId, deploymentVersion);
    if (workflow === null) {
      throw new Error(`workflow ${workflowId} has no version ${deploymentVersion}`);
    }
    const values = await secrets.load(workflow, identity);
    if (!(await turns.counts(workflow, accountId)))
      return { workflow, secrets: values, ...uncounted };
    const { definition } = workflow;
    const { origin, history } = admitted;
    const admission = await admit(turns, origin, history, identity, definition, Date.now());
    return { workflow, secrets: values, isCounted: true, admission };
  }

  #run(
    owner: PartitionOwner,
    { executionId, origin, history }: Admitted,
    { workflow, secrets, isCounted, admission }: Prepared,
    release: () => void,
  ): void {
    const { signal } = owner.lost;
    const leave = (act: () => void): void => {
      if (signal.aborted) return;
      signal.removeEventListener('abort', release);
      act();
      release();
    };
    signal.addEventListener('abort', release, { once: true });
    const { logger, metrics, effects, earlyOutput, baseChargeUsd, turns } = this.options;
    const execution = new LiveExecution(origin, workflow, history, {
      writer: owner.writer,
      admission,
      effects: { ...effects, now: Date.now, random: Math.random, sleep: sleepUntilAborted },
      secrets,
      baseChargeUsd,
      earlyOutput,
      mayStartEffects: () => this.options.mayStartEffects(owner),
      startChild: (child) => this.#family.start(child, owner.lost.signal),
      cancelChildren: (children) => this.#family.cancel(history, children),
      onTooLarge: (code) => metrics.tooLarge(code),
      onEnded: (end) =>
        leave(() => {
          this.#family.report(history, end);
          owner.settle(executionId, origin);
          if (isCounted) turns.release(executionId, end.accountId);
          metrics.ended(end.status);
        }),
      onParked: (nextOffset) =>
        leave(() => {
          owner.advanceTail(nextOffset);
          owner.park(executionId, origin);
          metrics.parked();
        }),
      onAppendFailed: (error) => {
        if (signal.aborted) return;
        const { partition } = owner;
        logger.error({ err: error, partition }, 'the ledger refused an event; claiming it again');
        this.options.reclaim(owner);
      },
    });
    metrics.admitted(admission);
    owner.run(execution);
  }
}

const sleepUntilAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
