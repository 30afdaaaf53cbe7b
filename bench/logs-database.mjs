/** A database of logs on its own Postgres, and an api process on it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { keyOf } from './logs-client.mjs';
import { bucketsUntil, fillLogs } from './logs-data.mjs';
import { folders, shapes } from './logs-shapes.mjs';
import { onClose, start } from './product.mjs';

const dist = new URL('../dist/', import.meta.url);
const from = (path) => import(new URL(path, dist));
const { startPostgres } = await from('libs/local-stack/src/index.js');
const { migrate } = await from('libs/persistence/src/index.js');
const { createLogPartitions } = await from('apps/projector/src/retention/log-partitions.js');
const { topics } = await from('libs/contracts/src/index.js');

export const say = (line) => process.stderr.write(`${line}\n`);

/** LOGS_DIR keeps its data (12 GB at ten million logs) between runs. */
export async function startLogsPostgres() {
  const dir = process.env.LOGS_DIR ?? mkdtempSync(join(tmpdir(), 'logs-bench-'));
  const server = await startPostgres({ dataDir: dir, provider: 'embedded' });
  onClose(async () => {
    await server.stop();
    if (process.env.LOGS_DIR === undefined && existsSync(dir)) rmSync(dir, { recursive: true });
  });
  return server;
}

/**
 * @param {number} stopAt epoch ms
 * @returns {Promise<string | null>} its address; null if it is not full by then
 */
export async function openLogs(server, count, stopAt = Number.POSITIVE_INFINITY) {
  const name = `logs_${count}`;
  const url = new URL(server.databaseUrl);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const known = await admin.query('select from pg_database where datname = $1', [name]);
  if (known.rowCount === 0) await admin.query(`create database ${name}`);
  await admin.end();
  url.pathname = `/${name}`;
  await migrate(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const until = new Date();
  if ((await client.query('select from execution_log limit 1')).rowCount === 0)
    await createLogPartitions(client, bucketsUntil(until));
  if (!(await fillLogs(client, count, until, stopAt, say))) {
    await client.end();
    return null;
  }
  for (const workspace of new Set(shapes.map(({ query }) => query.workspaceId))) {
    await client.query(
      `insert into api_key (id, workspace_id, account_id, name, key_hash, key_prefix, scopes)
       select gen_random_uuid(), id, account_id, 'bench', $2, 'fl', '{logs:read}' from workspace where id = $1 on conflict do nothing`,
      [workspace, createHash('sha256').update(keyOf(workspace)).digest()],
    );
    await client.query(
      `update account set limits = '{"logsPerMinute": 100000000}' where id = (select account_id from workspace where id = $1)`,
      [workspace],
    );
  }
  for (const [folder, id] of Object.entries(folders))
    await client.query('update workflow set folder_id = $1 where id = $2', [folder, id]);
  // The tail only reads up to the projector's checkpoint.
  await client.query(
    `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
     select 'executions', $1, p, $2::bigint + 1, 'bench' from generate_series(0, 11) as p on conflict do nothing`,
    [topics.events, count],
  );
  await client.end();
  return url.href;
}

/** @param {'api' | 'floor'} kind of logs-server.mjs */
export async function serveLogs(kind, url, environment = {}) {
  const args = [new URL('./logs-server.mjs', import.meta.url).pathname, kind, url];
  const { output } = await start(args, environment, (text) => text.includes('\n'));
  return `http://127.0.0.1:${JSON.parse(output).port}`;
}
