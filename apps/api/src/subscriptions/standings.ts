/** How the receivers of one page stand: two statements, however many subscriptions it has. */
import type { Database } from '@libs/persistence';
import type { DayOfAttempts, SubscriptionView } from './subscription-view.schemas.js';
import type { Included } from './subscription.schemas.js';
import { figuresOfLastDaySql, standingsSql } from './subscription.sql.js';

/** Of one subscription; a page of many counts fewer of each. */
const mostCounted = 10_000;
const mostCountedOnPage = 100_000;
/** Rows of figures, about 100 ms of Postgres. */
const maxReadRows = 200_000;
/** The delivery app renews three times as often (apps/delivery/src/subscriptions). */
const breakerKeptForS = 90;

const msPerHour = 3_600_000;
const hoursOfDay = 24;

interface StandingRow {
  readonly id: string;
  readonly workflow_name: string | null;
  readonly off_since: Date | null;
  readonly breaker_state: 'open' | 'probing' | null;
  readonly opened_at: Date | null;
  readonly next_probe_at: Date | null;
  readonly pending: number;
  readonly suppressed: number;
  readonly started_at: Date | null;
  readonly latency_ms: number | null;
  readonly status: number | null;
  readonly error_code: string | null;
}

interface FiguresRow {
  readonly id: string;
  readonly starts_at: Date;
  readonly succeeded: number;
  readonly failed: number;
  readonly given_up: number;
  readonly read_rows: number;
}

type Breaker = NonNullable<SubscriptionView['breaker']>;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function breakerOf(row: StandingRow, { active, deactivatedReason }: SubscriptionView): Breaker {
  if (!active)
    return {
      state: 'deactivated',
      since: iso(row.off_since),
      reason: deactivatedReason ?? 'SWITCHED_OFF',
      heldBack: 0,
      nextProbeAt: null,
    };
  if (row.breaker_state === null)
    return { state: 'closed', since: null, reason: null, heldBack: 0, nextProbeAt: null };
  return {
    state: row.breaker_state,
    since: iso(row.opened_at),
    reason: 'NO_ANSWER',
    heldBack: row.pending,
    nextProbeAt: iso(row.next_probe_at),
  };
}

const standingOf = (row: StandingRow, view: SubscriptionView): Partial<SubscriptionView> => ({
  workflowName: row.workflow_name,
  breaker: breakerOf(row, view),
  lastAttempt:
    row.started_at === null
      ? null
      : {
          at: row.started_at.toISOString(),
          status: row.status,
          errorCode: row.error_code,
          latencyMs: row.latency_ms ?? 0,
        },
  offSince: view.active ? null : iso(row.off_since),
  suppressed: row.suppressed,
});

/** @param now epoch ms */
function dayOf(rows: readonly FiguresRow[], now: number): DayOfAttempts {
  const byHour = new Map(rows.map((row) => [row.starts_at.getTime(), row]));
  const thisHour = Math.floor(now / msPerHour) * msPerHour;
  const hours = Array.from({ length: hoursOfDay }, (_, index) => {
    const at = thisHour - (hoursOfDay - 1 - index) * msPerHour;
    const row = byHour.get(at);
    return {
      at: new Date(at).toISOString(),
      succeeded: row?.succeeded ?? 0,
      failed: row?.failed ?? 0,
      givenUp: row?.given_up ?? 0,
    };
  });
  const sum = (figure: 'succeeded' | 'failed' | 'givenUp'): number =>
    hours.reduce((total, hour) => total + hour[figure], 0);
  return {
    succeeded: sum('succeeded'),
    failed: sum('failed'),
    givenUp: sum('givenUp'),
    hours,
  };
}

/** The views of one workspace with what was asked for. */
export async function withIncluded(
  pool: Database['pool'],
  workspaceId: string,
  views: readonly SubscriptionView[],
  included: Included,
): Promise<SubscriptionView[]> {
  if (views.length === 0 || included.length === 0) return [...views];
  const ids = views.map(({ id }) => id);
  const [standings, figures] = await Promise.all([
    included.includes('standing') ? readStandings(pool, workspaceId, ids) : null,
    included.includes('stats24h') ? readFigures(pool, workspaceId, ids) : null,
  ]);
  const now = Date.now();
  return views.map((view) => {
    const standing = standings?.get(view.id);
    return {
      ...view,
      ...(standing !== undefined && standingOf(standing, view)),
      ...(figures !== null && {
        stats24h: figures === 'too many' ? null : dayOf(figures.get(view.id) ?? [], now),
      }),
    };
  });
}

async function readStandings(
  pool: Database['pool'],
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StandingRow>> {
  const counted = Math.min(mostCounted, Math.ceil(mostCountedOnPage / ids.length));
  const values = [workspaceId, ids, counted, breakerKeptForS];
  const { rows } = await pool.query<StandingRow>(standingsSql, values);
  return new Map(rows.map((row) => [row.id, row]));
}

async function readFigures(
  pool: Database['pool'],
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FiguresRow[]> | 'too many'> {
  const values = [workspaceId, ids, maxReadRows];
  const { rows } = await pool.query<FiguresRow>(figuresOfLastDaySql, values);
  if (rows.reduce((sum, { read_rows }) => sum + read_rows, 0) >= maxReadRows) return 'too many';
  return Map.groupBy(rows, ({ id }) => id);
}
