/**
 * A repeated request is one execution (design.md 3.10): a row (scope, key) -> execution id before the append, `appended_at`
 * after it. Whoever finds a row without `appended_at` appends the same id again, flagged as a repeat.
 */
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';

export type Reservation =
  /** First with this key, or nobody knows whether the first one arrived (`repeat`): append. */
  | { readonly kind: 'append'; readonly executionId: string; readonly repeat: boolean }
  /** Appended before: nothing is to be done but to answer. */
  | { readonly kind: 'known'; readonly executionId: string }
  /** The key was used with another body. */
  | { readonly kind: 'conflict' };

const reserve = `
  with made as (
    insert into idempotency_key (scope, key, request_hash, execution_id) values ($1, $2, $3, $4)
    on conflict (scope, key) do nothing returning execution_id)
  select execution_id, request_hash, appended_at, false as made from idempotency_key where scope = $1 and key = $2
  union all select execution_id, $3, null, true from made`;
const markAppended =
  'update idempotency_key set appended_at = now() where scope = $1 and key = $2 and appended_at is null';

interface Row {
  execution_id: string;
  request_hash: Buffer;
  appended_at: Date | null;
  made: boolean;
}

@Injectable()
export class IdempotencyKeys {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @param executionId used when the key is new */
  async reserve(
    scope: string,
    key: string,
    requestHash: Buffer,
    executionId: string,
  ): Promise<Reservation> {
    for (;;) {
      const { rows } = await this.database.pool.query<Row>(reserve, [
        scope,
        key,
        requestHash,
        executionId,
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

  /** The request is in the log. */
  async appended(scope: string, key: string): Promise<void> {
    await this.database.pool.query(markAppended, [scope, key]);
  }
}
