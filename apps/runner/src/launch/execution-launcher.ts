/**
 * Starts or resumes an execution once it has what it needs, including the state it parked with.
 * Tells its partition once its end or its pause is durable.
 */
import type { EffectContext } from '@libs/blocks';
import { isLarge, ownTurn, slices } from '@libs/event-loop';
import { UnknownStateError } from '@libs/execution';
import { retryUntil } from '@libs/platform';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildRuns } from '../execution/child-runs.js';
import { concernsFamily, ExecutionFamily } from './execution-family.js';
import type { ExecutionPorts } from '../execution/execution-context.js';
import { stoppedAbove } from '../family/family-admission.js';
import { stoppedReason } from '../family/family-sweep.js';
import { LiveExecution } from '../execution/live-execution.js';
import { MemoryBudget } from '../partition/memory-budget.js';
import { type ParkedExecutions, type RepeatCheck, goesOn } from '../partition/parked-executions.js';
import type { Admitted, PartitionOwner } from '../partition/partition-owner.js';
import {
  identityOf,
  Preparation,
  quarantined,
  type Prepared,
  type PreparationSources,
} from './preparation.js';
import type { ParkedQuota } from '../quotas/parked-quota.js';
import type { RunnerMetrics } from '../runner-metrics.js';
import { untilOpen, type Passage } from '../trials/passage.js';
import { egressBehind, sandboxBehind, type Trials } from '../trials/trials.js';
import { NewerWorkflowError } from '../execution/workflow-cache.js';

const retryLoadMs = 500;

export interface LauncherOptions extends PreparationSources {
  readonly logger: Logger;
  readonly repeats: RepeatCheck;
  readonly parked: ParkedExecutions;
  readonly children: ChildRuns;
  readonly parkedQuota: Pick<ParkedQuota, 'admit'>;
  readonly effects: Pick<EffectContext, 'egress' | 'sandbox' | 'longestPauseMs'>;
  readonly baseChargeUsd: number;
  readonly earlyOutput: ExecutionPorts['earlyOutput'];
  readonly metrics: RunnerMetrics;
  readonly trials: Trials;
  mayStartEffects(owner: PartitionOwner): Promise<void> | null;
  /** Called when the writer of this partition can't continue. */
  reclaim(owner: PartitionOwner): void;
}

export class ExecutionLauncher {
  readonly #family: ExecutionFamily;
  readonly #preparation: Preparation;
  readonly memory = new MemoryBudget();

  constructor(private readonly options: LauncherOptions) {
    this.#family = new ExecutionFamily(options.children, options.families.table, options.logger);
    this.#preparation = new Preparation(options);
  }

  /**
   * The state of a woken execution, with its events since an earlier owner woke it. Null when the
   * commands come too late, a newer runner must resume it, or the partition is lost.
   */
  async restore(owner: PartitionOwner, admitted: Admitted): Promise<Admitted | null> {
    const { executionId, origin } = admitted;
    const position = { partition: owner.partition, offset: owner.tail.offset };
    const { signal } = owner.lost;
    return this.#retry('restoring a parked execution', owner, executionId, async () => {
      const restored = await this.options.parked.load(executionId, position, signal);
      if (signal.aborted) return null;
      const since = owner.takeover.resumed.get(executionId) ?? [];
      const workspaceId = restored?.history.started?.workspaceId ?? null;
      const commands = owner.own(origin.commands, workspaceId);
      if (restored === null || !goesOn(restored.history, since, commands)) {
        owner.park(executionId, { ...origin, commands });
        return null;
      }
      this.options.metrics.woken();
      const { history, traceparent } = restored;
      return { executionId, history, origin: { ...origin, commands, traceparent } };
    });
  }

  /** Null when the partition is lost, or only a newer runner can go on with the execution. */
  async #retry<T>(
    what: string,
    owner: PartitionOwner,
    executionId: string,
    attempt: () => Promise<T>,
  ): Promise<T | null> {
    const { logger } = this.options;
    const stopped = owner.lost.signal;
    const patience = { stopped, delayMs: retryLoadMs, details: { executionId } };
    try {
      return await retryUntil(what, logger, attempt, {
        ...patience,
        isPassing: (error) => !isOfNewer(error),
      });
    } catch (error) {
      if (stopped.aborted) return null;
      const message = 'a newer runner must go on with this execution: it is held';
      logger.error({ err: error, executionId }, message);
      // Its request or command stays open.
      owner.leaveToNewer(executionId);
      return null;
    }
  }

  /**
   * The common case starts in the same tick.
   * @param free gives the runner slot back; called once
   */
  begin(owner: PartitionOwner, admitted: Admitted, free: () => void): void {
    const release = (): void => {
      this.options.slots.leave(admitted.executionId);
      free();
    };
    const passage = this.options.trials.passageOf(owner, admitted);
    const isRepeat = admitted.origin.request?.repeat === true;
    const prepared = isRepeat || !passage.isOpen ? null : this.#preparation.peek(admitted);
    if (prepared !== null && !isLarge(inputLength(admitted))) {
      this.#run(owner, admitted, passage, prepared, release);
      return;
    }
    this.#prepare(owner, admitted, passage, release).catch((error: unknown) => {
      const { executionId } = admitted;
      this.options.logger.error({ err: error, executionId }, 'execution could not begin');
      this.options.reclaim(owner);
      release();
    });
  }

  async #prepare(
    owner: PartitionOwner,
    admitted: Admitted,
    passage: Passage,
    release: () => void,
  ): Promise<void> {
    const { executionId, origin, history } = admitted;
    const { signal } = owner.lost;
    const hasBegun = await this.#retry('preparing an execution', owner, executionId, async () => {
      if (origin.request?.repeat === true && history.started === null) {
        const position = { partition: owner.partition, offset: owner.tail.offset };
        if (await this.options.repeats.hasRun(executionId, position, signal)) {
          // Not `end`: it may be parked, and a control command must still wake it.
          owner.park(executionId, origin);
          return false;
        }
      }
      const prepared = await this.#load(admitted, passage);
      await ownTurn(inputLength(admitted));
      // The partition was lost meanwhile, so nothing of it may start here.
      if (signal.aborted) return false;
      this.#run(owner, admitted, passage, prepared, release);
      return true;
    });
    if (hasBegun === true) return;
    if (!signal.aborted) this.options.trials.cleared(passage);
    release();
  }

  /** Loads only while the execution may compute, because loading compiles its workflow. */
  async #load(admitted: Admitted, passage: Passage): Promise<Prepared> {
    await untilOpen(passage);
    const isAllowed = passage.quarantine === null;
    const prepared = isAllowed ? await this.#preparation.load(admitted) : null;
    // Its trial may have ended while it was loading.
    await untilOpen(passage);
    const { quarantine } = passage;
    if (prepared !== null && quarantine === null) return prepared;
    return this.#quarantine(admitted, quarantine ?? '');
  }

  #quarantine(admitted: Admitted, message: string): Prepared {
    const { executionId } = admitted;
    const { workspaceId, workflowId } = identityOf(admitted);
    const details = { code: 'EXECUTION_QUARANTINED', executionId, workspaceId, workflowId };
    this.options.logger.error(details, message);
    this.options.metrics.quarantined();
    return quarantined(message);
  }

  /** A descendant calls only while this process's view of cancellations is fresh. */
  #mayStartEffects(owner: PartitionOwner, ancestors: readonly string[]): Promise<void> | null {
    const isOwner = this.options.mayStartEffects(owner);
    if (ancestors.length === 0) return isOwner;
    const isFresh = this.options.families.cancellations.mayCall(owner.lost.signal);
    if (isOwner === null || isFresh === null) return isOwner ?? isFresh;
    return isFresh.then(() => isOwner);
  }

  #run(
    owner: PartitionOwner,
    { executionId, origin, history }: Admitted,
    passage: Passage,
    { workflow, secrets, environment, isCounted, admission: admitted, ancestors }: Prepared,
    release: () => void,
  ): void {
    const { signal } = owner.lost;
    const leave = (act: () => void): void => {
      if (signal.aborted) return;
      signal.removeEventListener('abort', release);
      unwatch();
      act();
      this.options.trials.cleared(passage);
      release();
    };
    signal.addEventListener('abort', release, { once: true });
    const { accountId, workspaceId } = identityOf({ origin, history });
    const { cancellations } = this.options.families;
    const descendant = {
      ...{ workspaceId, ancestors },
      stop: () => execution.stop({ kind: 'cancelled', reason: stoppedReason }),
    };
    const admission = cancellations.isStopped(descendant) ? stoppedAbove : admitted;
    const { logger, metrics, effects, earlyOutput, baseChargeUsd, slots } = this.options;
    const execution = new LiveExecution(origin, workflow, history, {
      writer: owner.writer,
      admission,
      effects: {
        ...effects,
        egress: egressBehind(passage, effects.egress),
        // Shares the sandbox threads fairly between accounts.
        sandbox: sandboxBehind(passage, effects.sandbox, accountId),
        now: Date.now,
        random: Math.random,
        sleep: sleepUntilAborted,
      },
      slices,
      passage,
      memory: this.memory,
      mayPark: () => this.options.parkedQuota.admit(accountId),
      secrets,
      environment,
      baseChargeUsd,
      earlyOutput,
      mayStartEffects: () => this.#mayStartEffects(owner, ancestors),
      startChild: (child) => this.#family.start(child, owner.lost.signal),
      onTooLarge: (code) => metrics.tooLarge(code),
      onCrashed: (error) =>
        logger.error({ err: error, executionId }, 'a fault of the engine ends this execution'),
      onEnded: (end) =>
        leave(() => {
          owner.end(executionId, origin);
          metrics.ended(end.status);
          if (!isCounted && !concernsFamily(history)) return;
          // A void end would free a slot that is in use, and resume the parent with a void result.
          owner.tail.whenConfirmed(() => {
            this.#family.ended(history, workflow, end, signal);
            if (isCounted) slots.release(executionId, end.accountId);
          });
        }),
      onParked: (nextOffset) =>
        leave(() => {
          owner.tail.advance(nextOffset);
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
    const unwatch = ancestors.length === 0 ? noop : cancellations.watch(descendant, signal);
    owner.run(execution);
  }
}

const isOfNewer = (error: unknown): boolean =>
  error instanceof NewerWorkflowError || error instanceof UnknownStateError;

const inputLength = ({ origin, history }: Admitted): number =>
  (origin.request ?? history.started)?.input.length ?? 0;

const noop = (): void => undefined;

const sleepUntilAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
