/**
 * Whether every idempotency key of a request that is in the log has its row. A database that was restored from a copy lacks the keys
 * of since: whoever repeats such a request would have it run again. So after a start of Postgres the keys are read from the log of
 * requests first, from where the copy is known to be complete (docs/decisions/0027-a-restored-database-is-completed-first.md).
 */
import { decodeRecord, headers, topics } from '@libs/contracts';
import type { EventLog, ReceivedRecord } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { BackgroundWork, DATABASE, EVENT_LOG, LOGGER } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Logger } from 'pino';
import {
  finishKeyCensusSql,
  keyCensusSql,
  notedOffsetsSql,
  noteOffsetsSql,
  restoreKeysSql,
} from './key-census.sql.js';

/** So much of the log of requests is read again after a start of Postgres. */
const everyMs = 5_000;
/** As long as keys are kept. */
const keptForMs = 30 * 86_400_000;

interface Keyed {
  readonly scope: string;
  readonly key: string;
  readonly hash: Buffer;
  readonly executionId: string;
  readonly workspaceId: string;
  readonly appendedAt: Date;
}

type Offsets = ReadonlyMap<number, number>;

@Injectable()
export class KeyCensus implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;
  #running: Promise<void> | null = null;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(EVENT_LOG) private readonly eventLog: Pick<EventLog, 'admin' | 'readRange'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#work = new BackgroundWork({
      everyMs,
      logger,
      failed: 'idempotency keys wait',
      round: () => this.take(),
    });
  }

  onApplicationBootstrap(): void {
    this.#work.start();
    this.#work.begin();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  /** Resolves when all keys are there, as far as Kafka and Postgres answer. One at a time. */
  take(): Promise<void> {
    this.#running ??= this.#take().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #take(): Promise<void> {
    const { pool } = this.database;
    // Read before what is noted for it: a request has its key's row before it is appended.
    const ends = await this.eventLog.admin.endOffsets(topics.requests);
    const { rows } = await pool.query<{ instance: string; is_known: boolean }>(keyCensusSql);
    const [row] = rows;
    if (row === undefined) return;
    if (!row.is_known) {
      const count = await this.#restore(ends);
      await pool.query(finishKeyCensusSql, [row.instance]);
      this.logger.info({ count }, 'idempotency keys are complete after a start of Postgres');
    }
    await pool.query(noteOffsetsSql, [[...ends.keys()], [...ends.values()], row.instance]);
  }

  /** @returns how many keys were read */
  async #restore(ends: Offsets): Promise<number> {
    const { rows } = await this.database.pool.query<{ partition: number; next_offset: string }>(
      notedOffsetsSql,
    );
    const noted = new Map(rows.map((one) => [one.partition, Number(one.next_offset)]));
    const kept = await this.eventLog.admin.offsetsAt(topics.requests, Date.now() - keptForMs);
    let count = 0;
    for (const [partition, end] of ends) {
      const from = Math.max(noted.get(partition) ?? 0, kept.get(partition) ?? 0);
      if (from >= end) continue;
      const place = { topic: topics.requests, partition };
      await this.eventLog.readRange(place, from, end, async (records) => {
        count += await this.#store(records.flatMap(keyedOf));
      });
    }
    return count;
  }

  async #store(keyed: readonly Keyed[]): Promise<number> {
    if (keyed.length === 0) return 0;
    await this.database.pool.query(restoreKeysSql, [
      keyed.map(({ scope }) => scope),
      keyed.map(({ key }) => key),
      keyed.map(({ hash }) => hash),
      keyed.map(({ executionId }) => executionId),
      keyed.map(({ workspaceId }) => workspaceId),
      keyed.map(({ appendedAt }) => appendedAt),
    ]);
    return keyed.length;
  }
}

/** What requests carry of their key, for `keyedOf`. */
export const keyHeaders = (scope: string, key: string, hash: Buffer): Record<string, string> => ({
  [headers.idempotencyScope]: scope,
  [headers.idempotencyKey]: key,
  [headers.requestHash]: hash.toString('base64'),
});

/** Nothing for a request without a key. */
function keyedOf({
  headers: marks,
  key: executionId,
  value,
  timestampMs,
}: ReceivedRecord): Keyed[] {
  const scope = marks[headers.idempotencyScope];
  const key = marks[headers.idempotencyKey];
  const hash = marks[headers.requestHash];
  if (scope === undefined || key === undefined || hash === undefined || executionId === null)
    return [];
  const request = decodeRecord(value);
  if (request.type !== 'ExecutionRequested') return [];
  const { workspaceId } = request.data;
  const appendedAt = new Date(timestampMs);
  return [{ scope, key, hash: Buffer.from(hash, 'base64'), executionId, workspaceId, appendedAt }];
}
