/** All executions of the hostile tenant, from the projected log. */
import type { Finding } from './finding.js';
import type { World } from './world.js';

export const maxFamily = 10_000;
const graceMs = 2_000;
const watchedMs = 3_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const countSql = `select count(*)::int as count from execution_log
  where workspace_id = $1 and started_at >= $2`;

export async function startedSince({ pool, hostile }: World, since: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(countSql, [hostile.workspaceId, since]);
  return rows[0]?.count ?? 0;
}

const openSql = `select id.text from unnest($1::uuid[]) as id(text)
  left join execution_log log on log.execution_id = id.text
  where log.ended_at is null and coalesce(log.status, '') not in ('paused', 'waiting')`;

/** The executions among `ids` without a terminal event in the log. */
export async function openAmong({ pool }: World, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(openSql, [ids]);
  return rows.map(({ text }) => text);
}

/** Two seconds after an accepted cancellation, nothing new may begin. */
export async function familyFindings(
  world: World,
  startedAtMs: number,
  cancelledAtMs: number,
): Promise<Finding[]> {
  const dueMs = cancelledAtMs + graceMs + watchedMs - Date.now();
  await pause(Math.max(0, dueMs));
  const late = await startedSince(world, new Date(cancelledAtMs + graceMs));
  const all = await startedSince(world, new Date(startedAtMs));
  return [
    ...(late > 0
      ? [
          {
            kind: 'family outlives its cancellation' as const,
            detail: `${late} executions began later than 2 s after it, of ${all} in all`,
          },
        ]
      : []),
    ...(all > maxFamily
      ? [{ kind: 'family too large' as const, detail: `${all} executions from one start` }]
      : []),
  ];
}
