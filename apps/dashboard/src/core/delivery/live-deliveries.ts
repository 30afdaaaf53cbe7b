/**
 * What the stream tells of deliveries, laid over the rows that a page has. A message that comes
 * twice or late changes nothing. Pure.
 */
import type { RowDelivery } from './pips.js';

/** A delivery that changed, as the stream tells it. */
export interface DeliveryChange {
  readonly id: string;
  readonly state: string;
  readonly subscriptionId?: string;
  readonly executionId?: string;
  readonly attempts?: number;
  readonly lastStatus?: number | null;
  readonly nextAttemptAt?: string | null;
}

interface ListedDelivery {
  readonly id: string;
  readonly state: string;
  readonly attemptCount: number;
  readonly lastStatus: number | null;
  readonly nextDueAt: string | null;
}

/** @returns the same row for a change that it has already */
export function withChange<Row extends ListedDelivery>(row: Row, change: DeliveryChange): Row {
  const attemptCount = change.attempts ?? row.attemptCount;
  const nextDueAt = change.nextAttemptAt ?? null;
  const isKnown =
    attemptCount === row.attemptCount && change.state === row.state && nextDueAt === row.nextDueAt;
  if (isKnown || attemptCount < row.attemptCount) return row;
  const lastStatus = change.lastStatus === undefined ? row.lastStatus : change.lastStatus;
  return { ...row, state: change.state, attemptCount, lastStatus, nextDueAt };
}

interface SentDelivery extends RowDelivery {
  readonly id: string;
  readonly state: string;
}

/** The answer of the API has no more of them. */
const mostAttempts = 8;
const mostDeliveries = 5;

function sentAfter(known: SentDelivery | null, change: DeliveryChange): SentDelivery {
  const { id, state, attempts = 0, nextAttemptAt = null } = change;
  const before = known?.attempts ?? [];
  if (known !== null && attempts < before.length && before.length < mostAttempts) return known;
  const made = before.length < mostAttempts ? attempts - before.length : 0;
  const outcomes = Array.from({ length: Math.min(mostAttempts, Math.max(0, made)) }, (_, index) =>
    state === 'succeeded' && index === made - 1 ? ('ok' as const) : ('failed' as const),
  );
  return { id, state, attempts: [...before, ...outcomes], nextAttemptAt };
}

interface ExecutionRow {
  readonly executionId: string;
  readonly deliveries?: readonly SentDelivery[];
}

/** Rows of executions with the tries of what was sent because of them. */
export function withTries<Row extends ExecutionRow>(
  rows: readonly Row[],
  changes: readonly DeliveryChange[],
): Row[] {
  const byExecution = Map.groupBy(changes, ({ executionId }) => executionId);
  return rows.map((row) => {
    const ours = byExecution.get(row.executionId);
    if (ours === undefined) return row;
    const sent = new Map((row.deliveries ?? []).map((one) => [one.id, one]));
    for (const change of ours)
      if (sent.has(change.id) || sent.size < mostDeliveries)
        sent.set(change.id, sentAfter(sent.get(change.id) ?? null, change));
    return { ...row, deliveries: [...sent.values()] };
  });
}
