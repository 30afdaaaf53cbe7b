/** A workspace with more logs than journeys can run: its rows are written past the ledger. */
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { service } from './service.js';

const tenantSql = `
with new_account as (
  insert into account (id, name, plan) values ($1, 'Many logs', 'enterprise') returning id),
new_workspace as (
  insert into workspace (id, account_id, name, wrapped_key) select id, id, 'Many logs', '' from new_account returning id)
insert into api_key (id, workspace_id, account_id, name, key_hash, key_prefix, scopes)
select id, id, id, 'journey', $2, 'fl', '{logs:read}' from new_workspace`;

/** One a second; the newest is "Run 1". */
const logsSql = `
insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name,
  deployment_version, definition_hash, status, level, trigger, started_at, ended_at,
  total_duration_ms, ledger_partition, ledger_offset)
select gen_random_uuid(), gen_random_uuid(), $1, $1, $1, 'Run ' || n, 1, 'hash', 'success', 'info',
  'api', at, at + interval '5 ms', 5, n % 12, n
from generate_series(1, $2::int) as n, lateral (select now() - n * interval '1 second' as at) as times`;

export async function fillWorkspace(
  logs: number,
): Promise<{ workspaceId: string; apiKey: string }> {
  const workspaceId = randomUUID();
  const apiKey = `fl_live_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const hash = createHash('sha256').update(apiKey).digest();
    await client.query(tenantSql, [workspaceId, hash]);
    await client.query(logsSql, [workspaceId, logs]);
    await client.query('analyze execution_log');
  } finally {
    await client.end();
  }
  return { workspaceId, apiKey };
}
