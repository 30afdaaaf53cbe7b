/**
 * Completes the database from a log. A database restored from a copy lacks rows stored since, but
 * Kafka still has their records (decision 27). Every few seconds the stored offsets are noted.
 * After a start of Postgres the log is read again from there. The subject decides nothing until
 * then.
 */
import type { EventLog, ReceivedRecord } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import { BackgroundWork } from './background-work.js';
import {
  censusStateSql,
  finishCensusSql,
  firstNoteSql,
  notedOffsetsSql,
  noteOffsetsSql,
} from './log-offsets.sql.js';

/** After a start of Postgres that lost nothing, this much of the log is read again. */
const everyMs = 5_000;
/** Retry interval while the subject is not complete. */
const retryMs = 1_000;

/** The next offset to read, by partition. */
export type LogOffsets = ReadonlyMap<number, number>;

export interface LogCensusOptions {
  readonly subject: 'keys' | 'deliveries';
  readonly topic: string;
  readonly database: Pick<Database, 'pool'>;
  readonly eventLog: Pick<EventLog, 'admin' | 'readRange'>;
  readonly logger: Logger;
  /** The database as it is now has all records before these offsets. */
  readonly storedTo: () => Promise<LogOffsets>;
  /** Where to begin in a partition without a note. */
  readonly beginAt: () => Promise<LogOffsets>;
  /** Runs first. It may reject while it cannot be done yet, and is then retried. */
  readonly before?: () => Promise<void>;
  /** Stores the rows of these records unless they exist. Rejects when it could not. */
  readonly restore: (records: readonly ReceivedRecord[]) => Promise<void>;
}

/**
 * Notes offsets for a subject that has no note yet. A copy of the database that was made before the
 * first round of a census has these.
 */
export async function noteFirst(
  { pool }: Pick<Database, 'pool'>,
  subject: LogCensusOptions['subject'],
  storedTo: LogOffsets,
): Promise<void> {
  await pool.query(firstNoteSql, [subject, [...storedTo.keys()], [...storedTo.values()]]);
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

  /** Resolves when the subject is complete. One run at a time. */
  take(): Promise<void> {
    this.#running ??= this.#take().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #take(): Promise<void> {
    const { subject, topic, database, storedTo, logger } = this.options;
    // Read before the instance, so that rows stored in an older instance are never noted for this
    // one.
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
