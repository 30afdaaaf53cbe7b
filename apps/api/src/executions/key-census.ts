/**
 * Restores idempotency keys from the request topic after the database was restored from a copy.
 * Otherwise a repeated request whose key is missing would run again. See decision 27.
 */
import { headers, topics } from '@libs/contracts';
import type { EventLog, ReceivedRecord } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { DATABASE, EVENT_LOG, LogCensus, LOGGER } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { restoreKeysSql } from './idempotency-key.sql.js';

/** As long as idempotency keys are kept. */
const keptForMs = 30 * 86_400_000;

interface Keyed {
  readonly scope: string;
  readonly key: string;
  readonly hash: Buffer;
  readonly executionId: string;
  readonly workspaceId: string;
  readonly appendedAt: Date;
}

@Injectable()
export class KeyCensus implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #census: LogCensus;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(EVENT_LOG) eventLog: Pick<EventLog, 'admin' | 'readRange'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#census = new LogCensus({
      ...{ subject: 'keys', topic: topics.requests, database, eventLog, logger },
      // A key is stored before its request is appended.
      storedTo: () => eventLog.admin.endOffsets(topics.requests),
      beginAt: () => eventLog.admin.offsetsAt(topics.requests, Date.now() - keptForMs),
      restore: (records) => this.#store(records.flatMap(keyedOf)),
    });
  }

  onApplicationBootstrap(): void {
    this.#census.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#census.stop();
  }

  /** Resolves when every keyed request in the log has its row. */
  complete(): Promise<void> {
    return this.#census.take();
  }

  async #store(keyed: readonly Keyed[]): Promise<void> {
    if (keyed.length === 0) return;
    await this.database.pool.query(restoreKeysSql, [
      keyed.map(({ scope }) => scope),
      keyed.map(({ key }) => key),
      keyed.map(({ hash }) => hash),
      keyed.map(({ executionId }) => executionId),
      keyed.map(({ workspaceId }) => workspaceId),
      keyed.map(({ appendedAt }) => appendedAt),
    ]);
  }
}

/** The headers by which a request carries its key, for `keyedOf`. */
export const keyHeaders = ({
  scope,
  key,
  hash,
  workspaceId,
}: Pick<Keyed, 'scope' | 'key' | 'hash' | 'workspaceId'>): Record<string, string> => ({
  [headers.idempotencyScope]: scope,
  [headers.idempotencyKey]: key,
  [headers.requestHash]: hash.toString('base64'),
  [headers.actsFor]: workspaceId,
});

/** Reads headers only: a payload may be large, garbage, or of a newer release. */
function keyedOf({ headers: marks, key: executionId, timestampMs }: ReceivedRecord): Keyed[] {
  const scope = marks[headers.idempotencyScope];
  const key = marks[headers.idempotencyKey];
  const hash = marks[headers.requestHash];
  const workspaceId = marks[headers.actsFor];
  if (scope === undefined || key === undefined || hash === undefined) return [];
  if (executionId === null || workspaceId === undefined) return [];
  const appendedAt = new Date(timestampMs);
  return [{ scope, key, hash: Buffer.from(hash, 'base64'), executionId, workspaceId, appendedAt }];
}
