/**
 * How many days Kafka keeps the ledger. The configuration checks this against the plans. An
 * account's own limit may be longer, and is known only here.
 */
import type { Config } from '@libs/config';
import type { Plan } from '@libs/persistence';
import type { Client } from '../retention/log-partitions.js';
import { retentionsSql } from '../retention/log-partitions.sql.js';

type RetentionConfig = Pick<
  Config,
  'FLOWLEDGER_LEDGER_RETENTION_DAYS' | 'FLOWLEDGER_LOG_RETENTION_DAYS'
>;

/** Nothing is deleted now; the message says what has to change. */
export class LedgerRetentionError extends Error {
  override readonly name = 'LedgerRetentionError';
  constructor(
    readonly code: 'LOGS_KEPT_FOR_EVER' | 'ARCHIVE_IN_USE',
    message: string,
  ) {
    super(message);
  }
}

/** @throws LedgerRetentionError when an account keeps its logs for ever */
export async function daysInKafka(
  client: Client,
  {
    FLOWLEDGER_LEDGER_RETENTION_DAYS: configured,
    FLOWLEDGER_LOG_RETENTION_DAYS: byPlan,
  }: RetentionConfig,
): Promise<number> {
  const { rows } = await client.query<{ plan: Plan; own_days: number | null }>(retentionsSql);
  const kept = rows.map(({ plan, own_days }) => own_days ?? byPlan[plan]);
  if (kept.some((days) => days <= 0))
    throw new LedgerRetentionError(
      'LOGS_KEPT_FOR_EVER',
      'an account keeps its logs for ever (limits.logRetentionDays in the table account): give it days, or set FLOWLEDGER_LEDGER_RETENTION_DAYS=0',
    );
  return Math.max(configured, ...kept);
}
