/**
 * Carries out batches page by page at the pace that was asked for, in every api process, one process per batch at a time. The page's
 * orders are durable before the position moves: a process that dies in between leaves a page that is ordered again, which changes
 * nothing, because an execution is cancelled once and a batch runs each one again under an idempotency key.
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
import { translateError } from '../errors/translate-error.js';
import { ExecutionOrders } from '../executions/execution-orders.js';
import { Reruns } from '../executions/reruns.js';
import type { BatchRow } from './batch.dto.js';
import { chosenPageQuery, isDueSql, moveBatchSql, takeBatchSql } from './batch.sql.js';

const tickMs = 500;
const pagesPerSecond = 1_000 / tickMs;
const maxPage = 250;
/** What a limit or an outage refused is tried again after this. */
const retryMs = 5_000;
/** Statuses that say something about this moment, not about this execution. */
const passing = new Set([402, 408, 429, 503]);

interface TakenRow extends BatchRow {
  /** Text: a Date has no microseconds, and a rounded position would skip or repeat. */
  position_started_at: string;
  position_id: string;
}

interface ChosenRow {
  readonly execution_id: string;
  readonly started_at: string;
  readonly id: string;
}

/** What came of one execution. */
type Outcome = 'ordered' | 'refused' | { readonly waitsFor: string };

@Injectable()
export class BatchWorker implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ExecutionOrders) private readonly orders: Pick<ExecutionOrders, 'cancel'>,
    @Inject(Reruns) private readonly reruns: Pick<Reruns, 'rerun'>,
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

  /** One page of every batch that is due and in nobody else's hand. */
  async work(): Promise<void> {
    const { rowCount } = await this.database.pool.query(isDueSql);
    if (rowCount === 0) return;
    while (!this.#work.isStopped && (await this.#page()));
  }

  /** False when none is due. */
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
    const outcomes = await Promise.all(rows.map((row) => this.#order(batch, row.execution_id)));
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

  async #order(batch: BatchRow, executionId: string): Promise<Outcome> {
    const { id, workspace_id: workspaceId } = batch;
    try {
      if (batch.action === 'cancel') {
        const reason = batch.reason ?? '';
        await this.orders.cancel({ executionId, workspaceId, reason, requestedAt: Date.now() });
      } else {
        const idempotency = { scope: `batch:${id}`, key: executionId, hashed: () => executionId };
        const context = { idempotency, traceparent: null, bodyBytes: 0 };
        await this.reruns.rerun(executionId, workspaceId, null, context);
      }
      return 'ordered';
    } catch (error) {
      const { status, code } = translateError(error);
      if (passing.has(status)) return { waitsFor: code };
      this.logger.warn({ err: error, executionId, batch: id }, 'not run again by a batch');
      return 'refused';
    }
  }
}
