/**
 * Writes which breakers are not closed, for pages and the api. Lanes live in memory; this never
 * delays a delivery, and what it can't write it writes with the next change. Rows of a process that
 * died expire, as the next owner of its lanes starts with closed breakers.
 */
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import { randomUUID } from 'node:crypto';
import type { BreakerState } from './breaker.js';
import {
  closeBreakersSql,
  closeOrphansSql,
  renewBreakersSql,
  tellBreakersSql,
} from './breaker-standings.sql.js';
import type { ChangedSubscription, PageNews } from './page-news.js';

/** Probes that are answered at once need no statement each. */
const gatherMs = 250;
const retryMs = 2_000;
const renewEveryMs = 30_000;

interface Standing {
  readonly state: BreakerState;
  readonly nextProbeAt: Date | null;
  /** When it first differed from what is written. */
  readonly since: Date;
}

interface ToldRow {
  readonly subscription_id: string;
  readonly workspace_id: string;
  readonly workflow_id: string | null;
  readonly state: BreakerState;
  readonly opened_at: Date | null;
  readonly next_probe_at: Date | null;
}

export interface BreakerStandingsParts {
  readonly pool: Pick<Database['pool'], 'query'>;
  readonly news: PageNews;
  readonly logger: Logger;
}

const changedOf = (row: ToldRow): ChangedSubscription => ({
  subscriptionId: row.subscription_id,
  workspaceId: row.workspace_id,
  workflowId: row.workflow_id,
  breaker: {
    state: row.state,
    since: row.opened_at?.getTime() ?? null,
    nextProbeAt: row.next_probe_at?.getTime() ?? null,
  },
});

export class BreakerStandings {
  readonly #parts: BreakerStandingsParts;
  readonly #owner = randomUUID();
  /** Not written yet. */
  #noted = new Map<string, Standing>();
  /** Subscriptions whose row may be this process's. */
  readonly #written = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #renewTimer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: BreakerStandingsParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#renewTimer = setInterval(() => {
      this.#renew().catch((error: unknown) =>
        this.#parts.logger.warn({ err: error }, 'breakers were not renewed'),
      );
    }, renewEveryMs);
  }

  /** @param openMs for how much longer it stays open */
  note(subscriptionId: string, state: BreakerState, openMs: number | null): void {
    const now = new Date();
    const nextProbeAt = openMs === null ? null : new Date(now.getTime() + openMs);
    const since = this.#noted.get(subscriptionId)?.since ?? now;
    this.#noted.set(subscriptionId, { state, nextProbeAt, since });
    this.#soon(gatherMs);
  }

  /** The next owners of the lanes start with closed breakers. */
  async stop(): Promise<void> {
    clearInterval(this.#renewTimer);
    clearTimeout(this.#timer);
    await this.#writing;
    this.#noted.clear();
    for (const id of this.#written) this.note(id, 'closed', null);
    await this.#write();
    clearTimeout(this.#timer);
  }

  #soon(afterMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#write();
    }, afterMs);
  }

  /** Never rejects. */
  async #write(): Promise<void> {
    const noted = this.#noted;
    if (noted.size === 0) return;
    this.#noted = new Map();
    try {
      await this.#tell([...noted].filter(([, { state }]) => state !== 'closed'));
      await this.#close([...noted].flatMap(([id, { state }]) => (state === 'closed' ? [id] : [])));
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'breakers were not written; trying again');
      this.#noted = new Map([...noted, ...this.#noted]);
      this.#soon(retryMs);
    }
  }

  async #tell(changed: readonly (readonly [string, Standing])[]): Promise<void> {
    if (changed.length === 0) return;
    for (const [id] of changed) this.#written.add(id);
    const values = [
      this.#owner,
      changed.map(([id]) => id),
      changed.map(([, { state }]) => state),
      changed.map(([, { nextProbeAt }]) => nextProbeAt),
      changed.map(([, { since }]) => since),
    ];
    await this.#run(tellBreakersSql, values);
  }

  async #close(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#run(closeBreakersSql, [this.#owner, ids]);
    for (const id of ids) this.#written.delete(id);
  }

  async #renew(): Promise<void> {
    if (this.#written.size > 0)
      await this.#parts.pool.query(renewBreakersSql, [this.#owner, [...this.#written]]);
    await this.#run(closeOrphansSql, []);
  }

  async #run(sql: string, values: readonly unknown[]): Promise<void> {
    const { rows } = await this.#parts.pool.query<ToldRow>(sql, [...values]);
    await this.#parts.news.tell(rows.map(changedOf));
  }
}
