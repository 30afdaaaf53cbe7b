/**
 * Background work on families. Cancels the descendants of cancelled executions in batches, and
 * removes families whose root has ended. Every runner does it; rows locked by another runner are
 * skipped.
 */
import { recordOf } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import { recordCancellation, type Database } from '@libs/persistence';
import { BackgroundWork, type Metrics } from '@libs/platform';
import type { Logger } from 'pino';
import {
  claimFamiliesSql,
  claimStopsSql,
  dropCancellationsSql,
  dropDescendantsSql,
  dropFamiliesSql,
  endDescendantsSql,
  endedOfSql,
  finishCancellationsSql,
  noteEndedSql,
  openRootsSql,
  toStopSql,
} from './family.sql.js';

const everyMs = 500;
const stopsAtOnce = 500;
/** How long a control command has to take effect before it is issued again. */
const leaseMs = 30_000;
const countedAtMost = 100_000;
const cleanEvery = 4;
const familiesAtOnce = 100;
const rowsAtOnce = 5_000;

export const stoppedReason = 'An execution above it was cancelled or ended without success';

interface FamilyRow {
  root_id: string;
  workspace_id: string;
  /** Null: the projection does not show that the root has ended. */
  status: string | null;
  is_old: boolean;
}

export interface FamilySweepOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly appender: RecordAppender;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

export class FamilySweep {
  readonly #work: BackgroundWork;
  #toStop = 0;
  #rounds = 0;

  constructor(private readonly options: FamilySweepOptions) {
    const { logger, metrics } = options;
    this.#work = new BackgroundWork({
      ...{ everyMs, logger },
      failed: 'families wait',
      round: () => this.sweep(),
    });
    const toStop = (): number => this.#toStop;
    metrics.gauge(
      'flowledger_descendants_to_stop',
      'Descendants of cancelled executions that have not ended yet',
      [],
      function () {
        this.set(toStop());
      },
    );
  }

  start(): void {
    this.#work.start();
  }

  stop(): Promise<void> {
    return this.#work.stop();
  }

  async sweep(): Promise<void> {
    await this.#stopDescendants();
    if (this.#rounds++ % cleanEvery !== 0) return;
    await this.#query(finishCancellationsSql, [rowsAtOnce]);
    await this.#query(dropCancellationsSql, [rowsAtOnce]);
    await this.#clean();
  }

  /** One batch per round: many cancellations must not crowd others out of the control topic. */
  async #stopDescendants(): Promise<void> {
    const claimed = await this.#query<{ execution_id: string; workspace_id: string }>(
      claimStopsSql,
      [leaseMs, stopsAtOnce],
    );
    if (claimed.length > 0) {
      const ids = claimed.map(({ execution_id }) => execution_id);
      const ended = await this.#query<{ execution_id: string }>(endedOfSql, [ids]);
      const gone = new Set(ended.map(({ execution_id }) => execution_id));
      if (gone.size > 0) await this.#query(endDescendantsSql, [[...gone]]);
      await Promise.all(
        claimed
          .filter(({ execution_id }) => !gone.has(execution_id))
          .map(({ execution_id, workspace_id }) => this.#cancel(execution_id, workspace_id)),
      );
    }
    if (claimed.length === 0 && this.#toStop === 0) return;
    const [row] = await this.#query<{ count: number }>(toStopSql, [countedAtMost]);
    this.#toStop = row?.count ?? 0;
    this.options.logger.info(
      { code: 'DESCENDANTS_TO_STOP', left: this.#toStop, ordered: claimed.length },
      'descendants of cancelled executions are being ended',
    );
  }

  async #cancel(executionId: string, workspaceId: string): Promise<void> {
    const requestedAt = Date.now();
    const command = { executionId, workspaceId, requestedAt, reason: stoppedReason };
    await this.options.appender.append(recordOf('ExecutionCancelRequested', command));
  }

  async #clean(): Promise<void> {
    for (let more = true; more && !this.#work.isStopped;) {
      const rows = await this.#query<FamilyRow>(claimFamiliesSql, [familiesAtOnce]);
      more = rows.length === familiesAtOnce;
      const over = rows.filter(({ status, is_old }) => status !== null || is_old);
      if (over.length > 0) await this.#remove(over);
    }
  }

  async #remove(families: readonly FamilyRow[]): Promise<void> {
    const roots = families.map(({ root_id }) => root_id);
    await this.#query(noteEndedSql, [roots]);
    const open = new Set(
      (await this.#query<{ root_id: string }>(openRootsSql, [roots])).map((row) => row.root_id),
    );
    // The runner that ended the root died before it recorded the cancellation.
    for (const { root_id, workspace_id, status } of families)
      if (open.has(root_id) && status !== null && status !== 'success')
        await recordCancellation(this.options.database.pool, root_id, workspace_id);
    const gone = families
      .filter(({ root_id, is_old }) => is_old || !open.has(root_id))
      .map(({ root_id }) => root_id);
    if (gone.length === 0) return;
    const { pool } = this.options.database;
    for (let left = true; left;) {
      const { rowCount } = await pool.query(dropDescendantsSql, [gone, rowsAtOnce]);
      left = rowCount === rowsAtOnce;
    }
    await this.#query(dropFamiliesSql, [gone]);
  }

  async #query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.options.database.pool.query<Row>(text, values)).rows;
  }
}
