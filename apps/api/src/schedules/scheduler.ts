/**
 * Starts due schedules in every api process. A row is locked by one process at a time. A fire has
 * an idempotency key (workflow, time), so it is one execution, whichever process starts it, even if
 * one dies between the start and the row's update. Fires of a suspended account or a paused
 * workflow are skipped: a schedule continues with its next time after the resumption.
 */
import { decideFire, nextFireMs, scheduleConfig } from '@libs/blocks';
import { type Database, inTransaction } from '@libs/persistence';
import { BackgroundWork, DATABASE, LOGGER, Metrics, RepeatedFailures } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { WorkflowDefinition } from '@libs/workflow';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { ExecutionStarter } from '../executions/execution-starter.js';
import { type ExecutionTarget, ExecutionTargets } from '../executions/execution-target.js';
import {
  claimDueSql,
  dropScheduleSql,
  lookLaterSql,
  moveOnSql,
  holdScheduleSql,
} from './schedule.sql.js';

const tickMs = 1_000;
/** Delay before retrying a start that a limit or an unreachable broker refused. */
const retryMs = 5_000;

interface DueRow {
  readonly workflow_id: string;
  readonly next_fire_at: Date;
}

@Injectable()
export class Scheduler implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;
  readonly #skips = new RepeatedFailures();
  readonly #skipped;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ExecutionTargets) private readonly targets: Pick<ExecutionTargets, 'byWorkflow'>,
    @Inject(ExecutionStarter) private readonly starter: Pick<ExecutionStarter, 'start'>,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.#skipped = metrics.counter(
      'flowledger_schedule_fires_skipped_total',
      'Fires of schedules that were skipped because their account is suspended or their workflow is paused',
    );
    this.#work = new BackgroundWork({
      everyMs: tickMs,
      logger,
      failed: 'schedules wait',
      round: () => this.fireDue(Date.now()),
    });
  }

  onApplicationBootstrap(): void {
    this.#work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  /** Fires everything that is due and not locked by another process. */
  async fireDue(nowMs: number): Promise<void> {
    while (!this.#work.isStopped && (await this.#fireNext(nowMs)));
  }

  /** False when no schedule is due. */
  #fireNext(nowMs: number): Promise<boolean> {
    return inTransaction(this.database.pool, async (client) => {
      const { rows } = await client.query<DueRow>(claimDueSql, [new Date(nowMs)]);
      const [row] = rows;
      if (row !== undefined) await this.#fire(client, row, nowMs);
      return row !== undefined;
    });
  }

  async #fire(client: PoolClient, row: DueRow, nowMs: number): Promise<void> {
    const workflowId = row.workflow_id;
    const target = await this.targets.byWorkflow(workflowId);
    const config = scheduleConfig.safeParse(target?.triggerConfig);
    if (target?.triggerType !== 'schedule' || !config.success) {
      await client.query(dropScheduleSql, [workflowId]);
      return;
    }
    const { fireAtMs, nextMs } = decideFire(config.data, row.next_fire_at.getTime(), nowMs);
    if (fireAtMs !== null && (target.isSuspended || target.isPaused))
      this.#noteSkip(target, fireAtMs);
    else if (fireAtMs !== null && !(await this.#start(target, fireAtMs, nowMs))) {
      await client.query(lookLaterSql, [workflowId, new Date(nowMs + retryMs)]);
      return;
    }
    if (nextMs === null) await client.query(dropScheduleSql, [workflowId]);
    else await client.query(moveOnSql, [workflowId, new Date(nextMs)]);
  }

  /** False when it must be tried again. */
  async #start(target: ExecutionTarget, fireAtMs: number, nowMs: number): Promise<boolean> {
    const { workflowId } = target;
    const scheduledAt = new Date(fireAtMs).toISOString();
    try {
      await this.starter.start({
        target,
        trigger: 'schedule',
        input: { scheduledAt, timestamp: new Date(nowMs).toISOString() },
        mode: 'async',
        idempotency: {
          scope: `schedule:${workflowId}`,
          key: scheduledAt,
          hashed: () => scheduledAt,
        },
        traceparent: null,
        bodyBytes: 0,
      });
      return true;
    } catch (error) {
      this.logger.warn({ err: error, workflowId, scheduledAt }, 'a scheduled start waits');
      return false;
    }
  }

  #noteSkip({ accountId, workflowId, isPaused }: ExecutionTarget, fireAtMs: number): void {
    this.#skipped.inc();
    const more = this.#skips.note(isPaused ? workflowId : accountId);
    if (more === null) return;
    const scheduledAt = new Date(fireAtMs).toISOString();
    this.logger.warn({ accountId, workflowId, isPaused, scheduledAt, more }, 'SCHEDULE_SKIPPED');
  }
}

/**
 * Keeps a workflow's schedule in step with its deployed definition, in the same transaction.
 * @returns whether the workflow has a schedule now and had none before
 */
export async function holdSchedule(
  manager: EntityManager,
  workflowId: string,
  definition: WorkflowDefinition,
  nowMs: number,
): Promise<boolean> {
  const trigger = definition.blocks.find(({ type }) => type === 'schedule');
  const nextMs =
    trigger === undefined ? null : nextFireMs(scheduleConfig.parse(trigger.config), nowMs);
  if (nextMs === null) {
    await manager.query(dropScheduleSql, [workflowId]);
    return false;
  }
  const values = [workflowId, new Date(nextMs)];
  const [held] = await manager.query<{ is_new: boolean }[]>(holdScheduleSql, values);
  return held?.is_new === true;
}
