/**
 * The journal of committed offsets in Postgres. It is written periodically and at the end of a
 * process, and read only when Kafka has forgotten a group. After a kill it may be some seconds old:
 * a group that is forgotten *then* reads those records again.
 */
import type { OffsetCommit, OffsetJournal } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackgroundWork, type BackgroundWorkOptions } from './background-work.js';
import { readOffsetsSql, writeOffsetsSql } from './log-offsets.sql.js';

const writeEveryMs = 10_000;
const closeWithinMs = 2_000;

export interface OffsetJournalParts {
  readonly pool: Database['pool'];
  readonly logger: BackgroundWorkOptions['logger'];
  /** Offsets mean nothing in another cluster. */
  clusterId(): Promise<string>;
}

type Noted = OffsetCommit & { readonly groupId: string };

export class DatabaseOffsetJournal implements OffsetJournal {
  readonly #parts: OffsetJournalParts;
  /** Noted but not yet written; only the newest per partition. */
  #pending = new Map<string, Noted>();
  readonly #writing: BackgroundWork;
  #clusterId: string | undefined;

  constructor(parts: OffsetJournalParts) {
    this.#parts = parts;
    this.#writing = new BackgroundWork({
      everyMs: writeEveryMs,
      logger: parts.logger,
      failed: 'journal of committed offsets not written yet',
      round: () => this.#write(),
    });
    this.#writing.start();
  }

  note(groupId: string, commits: readonly OffsetCommit[]): void {
    for (const commit of commits)
      this.#pending.set(`${groupId} ${commit.topic} ${commit.partition}`, { ...commit, groupId });
  }

  async read(groupId: string): Promise<readonly OffsetCommit[]> {
    const { rows } = await this.#parts.pool.query<OffsetCommit>(readOffsetsSql, [
      await this.#cluster(),
      groupId,
    ]);
    return rows;
  }

  /**
   * Writes pending offsets, unless the database is slow or away: a stopping process cannot wait.
   */
  async close(): Promise<void> {
    const written = this.#writing.stop().then(() => this.#write());
    const outcome = written.then(
      () => null,
      (error: unknown) => error,
    );
    const patience = new AbortController();
    const tooLate = sleep(closeWithinMs, 'not within two seconds', {
      signal: patience.signal,
    }).catch(() => null);
    const problem = await Promise.race([outcome, tooLate]);
    patience.abort();
    if (problem !== null)
      this.#parts.logger.warn({ err: problem }, 'the journal of committed offsets was not written');
  }

  async #cluster(): Promise<string> {
    return (this.#clusterId ??= await this.#parts.clusterId());
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const noted = this.#pending;
    this.#pending = new Map();
    const rows = [...noted.values()];
    try {
      await this.#parts.pool.query(writeOffsetsSql, [
        await this.#cluster(),
        rows.map(({ groupId }) => groupId),
        rows.map(({ topic }) => topic),
        rows.map(({ partition }) => partition),
        rows.map(({ offset }) => offset),
        rows.map(({ metadata }) => metadata ?? ''),
      ]);
    } catch (error) {
      // Offsets noted meanwhile are newer.
      this.#pending = new Map([...noted, ...this.#pending]);
      throw error;
    }
  }
}
