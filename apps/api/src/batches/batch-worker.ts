/**
 * Runs batches page by page at the requested rate. Every api process works; one process
 * holds a batch at a time. A page's commands are durable before the position moves, so a
 * crash in between repeats the page. That is harmless: an execution is cancelled once, and
 * its rerun has an idempotency key.
 */
import { type Database, inTransaction } from '@libs/persistence';
import { BackgroundWork, DATABASE, LOGGER } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { ApiError } from '../errors/api-error.js';
import { translateError } from '../errors/translate-error.js';
import { ExecutionOrders } from '../executions/execution-orders.js';
import {
  fromStart,
  RerunExecution,
  RerunExecutionHandler,
} from '../executions/rerun-execution.command.js';
import type { BatchRow } from './batch.schemas.js';
import { chosenPageQuery, isDueSql, moveBatchSql, takeBatchSql } from './batch.sql.js';

const tickMs = 500;
const pagesPerSecond = 1_000 / tickMs;
const maxPage = 250;
/** Delay before retrying items that a limit or an outage refused. */
const retryMs = 5_000;
/** Temporary failures: they do not concern this execution. */
const passing = new Set([402, 408, 429, 503]);
const isPassing = ({ status, code }: ApiError): boolean =>
  passing.has(status) || code === 'ACCOUNT_SUSPENDED';

interface TakenRow extends BatchRow {
  /** Text, because a Date has no microseconds and a rounded position would skip or repeat rows. */
  position_started_at: string;
  position_id: string;
}

interface ChosenRow {
  readonly execution_id: string;
  readonly started_at: string;
  readonly id: string;
}

/** Result for one execution; `waitsFor` is the error code the batch is waiting to clear. */
type Outcome = 'ordered' | 'refused' | { readonly waitsFor: string };

@Injectable()
export class BatchWorker implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ExecutionOrders) private readonly orders: Pick<ExecutionOrders, 'cancel'>,
    @Inject(RerunExecutionHandler) private readonly reruns: Pick<RerunExecutionHandler, 'execute'>,
  ) {
    this.#work = new BackgroundWork({
      everyMs: tickMs,
      logger,
      failed: 'batches wait',
      round: () => this.work(),
    });
  }

  onApplicationBootstrap(): void {
    this.#work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  /** Runs one page of every due batch that no other process holds. */
  async work(): Promise<void> {
    const { rowCount } = await this.database.pool.query(isDueSql);
    if (rowCount === 0) return;
    while (!this.#work.isStopped && (await this.#page()));
  }

  /** False when no batch is due. */
  #page(): Promise<boolean> {
    return inTransaction(this.database.pool, async (client) => {
      const { rows } = await client.query<TakenRow>(takeBatchSql);
      const [batch] = rows;
      if (batch !== undefined) await this.#advance(client, batch);
      return batch !== undefined;
    });
  }

  async #advance(client: PoolClient, batch: TakenRow): Promise<void> {
    const { workspace_id: workspaceId, action, filter, created_at: until } = batch;
    const position = { startedAt: batch.position_started_at, id: batch.position_id };
    const limit = Math.min(maxPage, Math.ceil(batch.per_second / pagesPerSecond));
    const page = chosenPageQuery({ workspaceId, action, filter, until }, position, limit);
    const { rows } = await client.query<ChosenRow>(page.text, [...page.values]);
    const outcomes = await Promise.all(rows.map((row) => this.#act(batch, row.execution_id)));
    const blocked = outcomes.findIndex((outcome) => typeof outcome === 'object');
    const passed = blocked < 0 ? outcomes : outcomes.slice(0, blocked);
    const wait = outcomes[blocked];
    const last = rows[passed.length - 1];
    const isThrough = blocked < 0 && rows.length < limit;
    await client.query(moveBatchSql, [
      batch.id,
      isThrough ? 'finished' : 'running',
      passed.filter((outcome) => outcome === 'ordered').length,
      passed.filter((outcome) => outcome === 'refused').length,
      last?.started_at ?? null,
      last?.id ?? null,
      typeof wait === 'object' ? wait.waitsFor : null,
      blocked < 0 ? Math.ceil((rows.length * 1_000) / batch.per_second) : retryMs,
    ]);
  }

  async #act(batch: BatchRow, executionId: string): Promise<Outcome> {
    const { id, workspace_id: workspaceId } = batch;
    try {
      if (batch.action === 'cancel') {
        const reason = batch.reason ?? '';
        await this.orders.cancel({ executionId, workspaceId, reason, requestedAt: Date.now() });
      } else {
        const idempotency = { scope: `batch:${id}`, key: executionId, hashed: () => executionId };
        const context = { idempotency, traceparent: null, bodyBytes: 0 };
        await this.reruns.execute(new RerunExecution(workspaceId, executionId, fromStart, context));
      }
      return 'ordered';
    } catch (error) {
      const refusal = translateError(error);
      if (isPassing(refusal)) return { waitsFor: refusal.code };
      this.logger.warn(
        { err: error, executionId, batch: id },
        'execution not run again by its batch',
      );
      return 'refused';
    }
  }
}
