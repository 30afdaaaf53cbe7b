import type { Database } from '@libs/persistence';
import type { FullLogRow } from './log-view.js';
import type { SentDelivery } from './log.schemas.js';
import { sentDeliveriesSql } from './sent-deliveries.sql.js';

interface Row {
  readonly id: string;
  readonly execution_id: string;
  readonly state: string;
  readonly next_due_at: Date | null;
  readonly outcomes: readonly boolean[];
}

const viewOf = ({ id, state, next_due_at: nextDueAt, outcomes }: Row): SentDelivery => ({
  id,
  state,
  attempts: outcomes.map((isOk) => (isOk ? 'ok' : 'failed')),
  nextAttemptAt: nextDueAt?.toISOString() ?? null,
});

/** The deliveries of a page's executions. Nothing is sent before an execution ends. */
export async function readSentDeliveries(
  pool: Database['pool'],
  workspaceId: string,
  rows: readonly FullLogRow[],
): Promise<ReadonlyMap<string, readonly SentDelivery[]>> {
  const ended = rows.filter((row) => row.ended_at !== null);
  const found = await pool.query<Row>({
    name: 'sent-deliveries',
    text: sentDeliveriesSql,
    values: [ended.map((row) => row.execution_id), workspaceId],
  });
  const sent = Map.groupBy(found.rows, (row) => row.execution_id);
  return new Map(
    ended.map(({ execution_id: id }) => [id, (sent.get(id) ?? []).map(viewOf)] as const),
  );
}
