/**
 * What this process knows of cancelled executions, at most one Postgres poll old. Descendants that
 * run here are stopped as soon as an ancestor is found cancelled. Without a recent successful poll,
 * no descendant makes a call.
 */
import type { Database } from '@libs/persistence';
import { BackgroundWork } from '@libs/platform';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { newCancellationsSql } from './family.sql.js';

const everyMs = 400;
const batchSize = 5_000;
/** With `everyMs` and the time to start a call, this stays below the two seconds promised. */
const freshForMs = 1_500;
/** Longer than any statement that admits a descendant can take. */
const rememberedMs = 60_000;
const maxRemembered = 100_000;
const recheckMs = 25;

export interface LiveDescendant {
  readonly workspaceId: string;
  /** Oldest first. */
  readonly ancestors: readonly string[];
  stop(): void;
}

interface CancellationRow {
  seen_to: string;
  execution_id: string | null;
  workspace_id: string;
  transaction_id: string;
}

const keyOf = (executionId: string, workspaceId: string): string => `${executionId} ${workspaceId}`;

export class CancellationWatch {
  readonly #work: BackgroundWork;
  readonly #cancelled = new LRUCache<string, true>({ max: maxRemembered, ttl: rememberedMs });
  readonly #live = new Set<LiveDescendant>();
  #seenTo: string | null = null;
  /** When the last successful poll was sent. */
  #polledAt = -Infinity;

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#work = new BackgroundWork({
      ...{ everyMs, logger },
      failed: 'cancellations are not read; calls of child runs wait',
      round: () => this.poll(),
    });
  }

  start(): void {
    this.#work.begin();
    this.#work.start();
  }

  stop(): Promise<void> {
    return this.#work.stop();
  }

  /** Whether an ancestor is known to be cancelled. */
  isStopped({ ancestors, workspaceId }: Omit<LiveDescendant, 'stop'>): boolean {
    return ancestors.some((id) => this.#cancelled.has(keyOf(id, workspaceId)));
  }

  /** Stops it when an ancestor is cancelled, until it is unwatched or the partition is lost. */
  watch(descendant: LiveDescendant, lost: AbortSignal): () => void {
    const unwatch = (): void => {
      this.#live.delete(descendant);
      lost.removeEventListener('abort', unwatch);
    };
    this.#live.add(descendant);
    lost.addEventListener('abort', unwatch);
    return unwatch;
  }

  /** Null when a descendant may call; else resolves when it may, or when the partition is lost. */
  mayCall(lost: AbortSignal): Promise<void> | null {
    const isFresh = (): boolean => this.now() - this.#polledAt < freshForMs;
    if (isFresh()) return null;
    return (async () => {
      while (!isFresh() && !lost.aborted) await sleep(recheckMs);
    })();
  }

  async poll(): Promise<void> {
    for (let more = true; more;) {
      const sentAt = this.now();
      const { rows } = await this.database.pool.query<CancellationRow>({
        name: 'new-cancellations',
        text: newCancellationsSql,
        values: [this.#seenTo, batchSize],
      });
      const found = rows.filter(({ execution_id }) => execution_id !== null);
      more = found.length === batchSize;
      const next = more ? found.at(-1)?.transaction_id : rows[0]?.seen_to;
      this.#seenTo = next ?? this.#seenTo;
      this.#note(found);
      if (!more) this.#polledAt = sentAt;
    }
  }

  #note(rows: readonly CancellationRow[]): void {
    let isNews = false;
    for (const { execution_id, workspace_id } of rows) {
      const key = keyOf(execution_id ?? '', workspace_id);
      isNews ||= !this.#cancelled.has(key);
      this.#cancelled.set(key, true);
    }
    if (!isNews) return;
    for (const descendant of [...this.#live]) if (this.isStopped(descendant)) descendant.stop();
  }
}
