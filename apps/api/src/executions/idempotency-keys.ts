/**
 * A repeated request is one execution (design.md 3.10): a row (scope, key) -> execution id before the append, `appended_at`
 * after it. Whoever finds a row without `appended_at` appends the same id again, flagged as a repeat.
 */
import type { Database } from '@libs/persistence';
import { BackgroundWork, DATABASE, LOGGER } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Logger } from 'pino';

export type Reservation =
  /** First with this key, or nobody knows whether the first one arrived (`repeat`): append. */
  | { readonly kind: 'append'; readonly executionId: string; readonly repeat: boolean }
  /** Appended before: nothing is to be done but to answer. */
  | { readonly kind: 'known'; readonly executionId: string }
  /** The key was used with another body. */
  | { readonly kind: 'conflict' };

const reserve = `
  with made as (
    insert into idempotency_key (scope, key, request_hash, execution_id, workspace_id) values ($1, $2, $3, $4, $5)
    on conflict (scope, key) do nothing returning execution_id)
  select execution_id, request_hash, appended_at, false as made from idempotency_key where scope = $1 and key = $2
  union all select execution_id, $3, null, true from made`;
const markAppended =
  'update idempotency_key set appended_at = now() where scope = $1 and key = $2 and appended_at is null';

/** Longer than anybody repeats a request: senders of webhooks give up after days. Said in docs/workflows.md. */
const keptForDays = 30;
const sweptAtATime = 1_000;
const sweepEveryMs = 3_600_000;
/** Index idempotency_key_by_age. What another instance is deleting is left to it. */
const sweepSql = `
  delete from idempotency_key k using (
    select scope, key from idempotency_key where created_at < now() - make_interval(days => $1)
    order by created_at limit $2 for update skip locked) old
  where k.scope = old.scope and k.key = old.key`;

interface Row {
  execution_id: string;
  request_hash: Buffer;
  appended_at: Date | null;
  made: boolean;
}

@Injectable()
export class IdempotencyKeys implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#work = new BackgroundWork({
      everyMs: sweepEveryMs,
      logger,
      failed: 'old idempotency keys stay',
      round: () => this.sweep(),
    });
  }

  onApplicationBootstrap(): void {
    this.#work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  /**
   * @param executionId used when the key is new
   * @param workspaceId with which the key is deleted
   */
  async reserve(
    scope: string,
    key: string,
    requestHash: Buffer,
    executionId: string,
    workspaceId: string,
  ): Promise<Reservation> {
    for (;;) {
      const { rows } = await this.database.pool.query<Row>(reserve, [
        scope,
        key,
        requestHash,
        executionId,
        workspaceId,
      ]);
      const [row] = rows;
      // Inserted by somebody between our insert and our read, which saw an older snapshot: look again.
      if (row === undefined) continue;
      if (row.made) return { kind: 'append', executionId: row.execution_id, repeat: false };
      if (!row.request_hash.equals(requestHash)) return { kind: 'conflict' };
      if (row.appended_at !== null) return { kind: 'known', executionId: row.execution_id };
      return { kind: 'append', executionId: row.execution_id, repeat: true };
    }
  }

  /** Forgets what is older than keys are kept. */
  async sweep(): Promise<void> {
    for (let more = true; more && !this.#work.isStopped;) {
      const { rowCount } = await this.database.pool.query(sweepSql, [keptForDays, sweptAtATime]);
      more = rowCount === sweptAtATime;
    }
  }

  /** The request is in the log. */
  async appended(scope: string, key: string): Promise<void> {
    await this.database.pool.query(markAppended, [scope, key]);
  }
}
