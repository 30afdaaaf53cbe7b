/**
 * Switches off subscriptions whose receiver answered stop or repeatedly used up every attempt, and
 * announces it. The row is the outbox: after a crash the next round announces it, so at least once.
 * An exhaustion recorded again after a crash counts twice; the minimum of hours makes that
 * harmless.
 */
import type { Config } from '@libs/config';
import { recordOf } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import type { ChangedSubscription, PageNews } from './page-news.js';
import {
  announcedSql,
  deactivateSql,
  noteExhaustedSql,
  noteSuccessSql,
  unannouncedSql,
} from './subscription-health.sql.js';

interface UnannouncedRow {
  id: string;
  workspace_id: string;
  workflow_id: string | null;
  url: string;
  deactivated_reason: string;
  exhausted_run: number;
  failing_since: Date | null;
  deactivated_at: Date;
}

export interface SubscriptionHealthParts {
  readonly pool: Database['pool'];
  readonly appender: RecordAppender;
  readonly config: Config;
  readonly news: Pick<PageNews, 'tell'>;
  onDeactivated(reason: string): void;
}

export class SubscriptionHealth {
  readonly #parts: SubscriptionHealthParts;

  constructor(parts: SubscriptionHealthParts) {
    this.#parts = parts;
  }

  async exhausted(subscriptionId: string): Promise<void> {
    const { pool, config } = this.#parts;
    const { rows } = await pool.query<{ is_due: boolean }>(noteExhaustedSql, [
      subscriptionId,
      config.FLOWLEDGER_DEACTIVATE_AFTER_EXHAUSTED,
      config.FLOWLEDGER_DEACTIVATE_AFTER_HOURS,
    ]);
    if (rows[0]?.is_due === true)
      await this.deactivate(subscriptionId, 'REPEATED_EXHAUSTION', null);
  }

  /** Ends the run of exhaustions. */
  async recovered(subscriptionId: string): Promise<void> {
    await this.#parts.pool.query(noteSuccessSql, [subscriptionId]);
  }

  /** @param url of the receiver that answered stop; null: any */
  async deactivate(subscriptionId: string, reason: string, url: string | null): Promise<void> {
    const values = [subscriptionId, reason, url];
    const { rowCount } = await this.#parts.pool.query(deactivateSql, values);
    if (rowCount === 0) return;
    this.#parts.onDeactivated(reason);
    await this.announce();
  }

  /** Announces all that is unannounced, of any process. */
  async announce(): Promise<void> {
    const { pool, appender, news } = this.#parts;
    const { rows } = await pool.query<UnannouncedRow>(unannouncedSql);
    for (const row of rows) {
      await appender.append(
        recordOf('SubscriptionDeactivated', {
          subscriptionId: row.id,
          workspaceId: row.workspace_id,
          workflowId: row.workflow_id,
          url: row.url,
          reason: row.deactivated_reason,
          exhaustedInARow: row.exhausted_run,
          failingSince: row.failing_since?.getTime() ?? null,
          occurredAt: row.deactivated_at.getTime(),
        }),
      );
      await pool.query(announcedSql, [row.id, row.deactivated_at]);
      await news.tell([changedOf(row)]);
    }
  }
}

const changedOf = (row: UnannouncedRow): ChangedSubscription => ({
  subscriptionId: row.id,
  workspaceId: row.workspace_id,
  workflowId: row.workflow_id,
  breaker: { state: 'deactivated', since: row.deactivated_at.getTime(), nextProbeAt: null },
});
