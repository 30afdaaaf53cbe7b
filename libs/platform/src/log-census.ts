/**
 * Completes what the database has of a log: one that was restored from a copy lacks what was stored since, while Kafka has the records
 * that it was stored for (docs/decisions/0027-a-restored-database-is-completed-first.md). Every few seconds it is noted how far all is
 * stored. After a start of Postgres the log is read again from there, and until then the subject decides nothing.
 */
import type { EventLog, ReceivedRecord } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import { BackgroundWork } from './background-work.js';
import {
  censusStateSql,
  finishCensusSql,
  notedOffsetsSql,
  noteOffsetsSql,
} from './log-census.sql.js';

/** So much of the log is read again after a start of Postgres that lost nothing. */
const everyMs = 5_000;
/** While something is not complete. */
const retryMs = 1_000;

/** By partition; the next one to read. */
export type LogOffsets = ReadonlyMap<number, number>;

export interface LogCensusOptions {
  readonly subject: 'keys' | 'deliveries';
  readonly topic: string;
  readonly database: Pick<Database, 'pool'>;
  readonly eventLog: Pick<EventLog, 'admin' | 'readRange'>;
  readonly logger: Logger;
  /** All of the log before these is stored in the database as it is now. */
  readonly storedTo: () => Promise<LogOffsets>;
  /** Where to begin where nothing was noted yet. */
  readonly beginAt: () => Promise<LogOffsets>;
  /** Comes first. Rejects while it can not be done yet: it is tried again. */
  readonly before?: () => Promise<void>;
  /** Stores what these stand for, unless it is there. Rejects when it could not. */
  readonly restore: (records: readonly ReceivedRecord[]) => Promise<void>;
}

export class LogCensus {
  readonly #work: BackgroundWork;
  #running: Promise<void> | null = null;

  constructor(private readonly options: LogCensusOptions) {
    this.#work = new BackgroundWork({
      everyMs,
      logger: options.logger,
      failed: `${options.subject} are not known to be complete`,
      round: () => this.take(),
    });
  }

  start(): void {
    this.#work.start();
    this.#work.begin();
  }

  stop(): Promise<void> {
    return this.#work.stop();
  }

  /** Resolves when the subject is complete. One at a time. */
  take(): Promise<void> {
    this.#running ??= this.#take().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #take(): Promise<void> {
    const { subject, topic, database, storedTo, logger } = this.options;
    // Asked before the instance is: nothing that is stored in an older one is noted in this one.
    const stored = await storedTo();
    const { rows } = await database.pool.query<{ instance: string; is_complete: boolean }>(
      censusStateSql,
      [subject],
    );
    const [state] = rows;
    if (state === undefined) return;
    if (!state.is_complete) {
      const count = await this.#restore().catch((error: unknown) => {
        setTimeout(() => this.#work.begin(), retryMs).unref();
        throw error;
      });
      await database.pool.query(finishCensusSql, [subject, state.instance]);
      logger.info({ subject, topic, count }, 'complete after a start of Postgres');
    }
    const notes = [subject, [...stored.keys()], [...stored.values()], state.instance];
    await database.pool.query(noteOffsetsSql, notes);
  }

  /** @returns how many records were read */
  async #restore(): Promise<number> {
    const { subject, topic, database, eventLog, beginAt, before, restore } = this.options;
    await before?.();
    const { rows } = await database.pool.query<{ partition: number; next_offset: string }>(
      notedOffsetsSql,
      [subject],
    );
    const noted = new Map(rows.map((row) => [row.partition, Number(row.next_offset)]));
    const begins = await beginAt();
    let count = 0;
    for (const [partition, end] of await eventLog.admin.endOffsets(topic)) {
      const from = noted.get(partition) ?? begins.get(partition) ?? end;
      if (from >= end) continue;
      await eventLog.readRange({ topic, partition }, from, end, (records) => {
        count += records.length;
        return restore(records);
      });
    }
    return count;
  }
}
