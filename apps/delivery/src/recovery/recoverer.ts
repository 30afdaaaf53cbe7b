/**
 * Carries out recoveries page by page at the requested rate. Rows and position change in one
 * transaction; the due records follow. A crash in between leaves pending fences without a due
 * record, which the sweeper issues. Any process can continue a recovery.
 */
import { redeliveryRecords, type RedeliveryRow } from '@libs/delivery';
import type { RecordAppender } from '@libs/event-log';
import { type Database, inTransaction } from '@libs/persistence';
import type { Logger } from 'pino';
import type { PageNews } from '../subscriptions/page-news.js';
import { moveRecoverySql, recoverPageSql, lockRecoverySql } from './recovery.sql.js';

const idleMs = 500;
const pagesPerSecond = 5;
const maxPage = 500;

interface RecoveryRow {
  id: string;
  subscription_id: string;
  until: Date;
  states: string[];
  changed_since: Date | null;
  per_second: number;
  /** Text: a Date has no microseconds, and a rounded position would skip or repeat rows. */
  position_created_at: string;
  position_id: string;
  is_active: boolean;
  workspace_id: string;
  workflow_id: string | null;
}

type RecoveredRow = RedeliveryRow & { created_at: string };

export interface RecovererParts {
  readonly pool: Database['pool'];
  readonly appender: RecordAppender;
  readonly news: Pick<PageNews, 'tell'>;
  readonly logger: Logger;
}

export class Recoverer {
  readonly #parts: RecovererParts;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(parts: RecovererParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#schedule(idleMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #schedule(afterMs: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#working = this.#work();
    }, afterMs);
  }

  async #work(): Promise<void> {
    try {
      // Another page may be due: continue at once until none is.
      this.#schedule((await this.#page()) ? 0 : idleMs / 5);
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'a recovery could not go on; trying again');
      this.#schedule(idleMs);
    }
  }

  /** @returns whether a recovery was due */
  async #page(): Promise<boolean> {
    const page = await inTransaction(this.#parts.pool, async (client) => {
      const { rows } = await client.query<RecoveryRow>(lockRecoverySql);
      const [recovery] = rows;
      if (recovery === undefined) return null;
      return { recovery, recovered: await this.#move(client, recovery) };
    });
    if (page === null) return false;
    const now = Date.now();
    const records = page.recovered.flatMap((row) => redeliveryRecords(row, 'recovery', now));
    await Promise.all(records.map((record) => this.#parts.appender.append(record)));
    const { subscription_id: subscriptionId, workspace_id: workspaceId } = page.recovery;
    const { workflow_id: workflowId } = page.recovery;
    await this.#parts.news.tell([{ subscriptionId, workspaceId, workflowId, breaker: null }]);
    return true;
  }

  async #move(
    client: Pick<Database['pool'], 'query'>,
    recovery: RecoveryRow,
  ): Promise<readonly RecoveredRow[]> {
    // The subscription is off again: deliveries sent now would only be suppressed.
    if (!recovery.is_active) {
      await client.query(moveRecoverySql, [recovery.id, 'cancelled', 0, null, null, 0]);
      return [];
    }
    const limit = Math.min(maxPage, Math.ceil(recovery.per_second / pagesPerSecond));
    const { rows } = await client.query<RecoveredRow>(recoverPageSql, [
      recovery.subscription_id,
      recovery.position_created_at,
      recovery.position_id,
      recovery.until,
      recovery.states,
      limit,
      recovery.changed_since,
    ]);
    const last = rows.at(-1);
    await client.query(moveRecoverySql, [
      recovery.id,
      rows.length < limit ? 'finished' : 'running',
      rows.length,
      last?.created_at ?? null,
      last?.delivery_id ?? null,
      Math.ceil((rows.length * 1_000) / recovery.per_second),
    ]);
    return rows;
  }
}
