/**
 * Logs that expire by plan: dropped by partition, and then invisible in the API as if they had
 * never existed.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logIdOf } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestApi } from '../apps/api/src/testing/open-test-api.js';
import type { Tenant } from '../apps/api/src/testing/test-database.js';
import { executionsProjection } from '../apps/projector/src/executions/executions.projection.js';
import { rebuildProjection } from '../apps/projector/src/rebuild/rebuild.js';
import { RetentionKeeper } from '../apps/projector/src/retention-keeper.js';
import {
  bucketsAhead,
  retentionBucketOf,
} from '../apps/projector/src/retention/retention-bucket.js';
import {
  blockCompleted,
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from './support/ledger-fixtures.js';
import { memoryLedger, type MemoryLedger } from './support/memory-ledger.js';

const msPerDay = 86_400_000;
const now = Date.now();
const longAgo = now - 30 * msPerDay;
const api = openTestApi({ tenant: { plan: 'free' } });
let free: Tenant;
let kept: Tenant;
let ledger: MemoryLedger;
let exportDir: string;

interface Run {
  readonly tenant: Tenant;
  readonly retentionDays: number;
  readonly startedAt: number;
  readonly ends?: boolean;
}

function append({ tenant, retentionDays, startedAt, ends = true }: Run): string {
  const of = identity(randomUUID(), tenant.workspaceId);
  const { executionId } = of;
  ledger.append(
    0,
    ledgerRecord(
      0,
      0,
      'ExecutionStarted',
      executionStarted(of, { requestedAt: startedAt, retentionDays }),
    ),
    ledgerRecord(0, 0, 'BlockCompleted', blockCompleted(executionId, 2, 'call')),
  );
  if (ends) end(of, startedAt);
  return executionId;
}

const end = (of: ReturnType<typeof identity>, startedAt: number): void =>
  ledger.append(
    0,
    ledgerRecord(
      0,
      0,
      'ExecutionCompleted',
      executionCompleted(of, 3, { startedAt, endedAt: startedAt + 1_000 }),
    ),
  );

/** One record at a time, so that starts and ends are written by different statements. */
async function project(): Promise<void> {
  for (let n = 0; n < ledger.length(); n += 1)
    await ledger.project(executionsProjection, api.pool, 1);
}

const keep = (dir?: string, deliveryDays = 0): Promise<void> =>
  new RetentionKeeper(
    api.database,
    {
      FLOWLEDGER_LOG_RETENTION_DAYS: { free: 7, pro: 0, team: 0, enterprise: 0 },
      FLOWLEDGER_LOG_EXPORT_DIR: dir,
      FLOWLEDGER_DELIVERY_RETENTION_DAYS: deliveryDays,
    },
    { info: () => undefined, warn: () => undefined },
  ).keep(now);

async function listed({ workspaceId, apiKey }: Tenant): Promise<string[]> {
  const path = `/api/v1/logs?workspaceId=${workspaceId}`;
  const { status, body } = await api.request<'listLogs'>('GET', path, { key: apiKey });
  expect(status).toBe(200);
  return body.data.map(({ executionId }) => executionId).sort();
}

const statusOf = async ({ apiKey }: Tenant, path: string): Promise<number> =>
  (await api.request('GET', path, { key: apiKey })).status;

async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await api.pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  );
  return rows.map(({ name }) => name.replace(`${table}_`, ''));
}

beforeAll(async () => {
  [free, kept] = [api.tenant, api.stranger];
  await api.pool.query(`update account set limits = '{"logsPerMinute": 1000}'`);
  ledger = memoryLedger(1, 'retention-test');
  ledger.append(0, claimRecord(0, randomUUID()));
  exportDir = mkdtempSync(join(tmpdir(), 'flowledger-retention-'));
});
afterAll(() => {
  rmSync(exportDir, { recursive: true });
});

describe('retention', () => {
  let old: string;
  let recent: string;
  let unended: string;
  let others: string;

  it('exports and drops only ended logs that are older than their plan keeps', async () => {
    const days = { tenant: free, retentionDays: 7 };
    old = append({ ...days, startedAt: longAgo });
    recent = append({ ...days, startedAt: now - 6 * msPerDay });
    unended = append({ ...days, startedAt: longAgo, ends: false });
    others = append({ tenant: kept, retentionDays: 0, startedAt: longAgo });
    await project();
    expect(await listed(free)).toEqual([old, recent, unended].sort());
    const position = await api.call<'tailLogs'>(
      'GET',
      `logs/tail?workspaceId=${free.workspaceId}&limit=1`,
      { key: free.apiKey },
    );
    expect(position.body.data).toMatchObject([{ executionId: old }]);

    await keep(exportDir);
    expect(await listed(free)).toEqual([recent, unended].sort());
    expect(await listed(kept)).toEqual([others]);
    for (const table of ['execution_detail', 'block_execution', 'execution_search']) {
      const { rows } = await api.pool.query<{ id: string }>(
        `select distinct execution_id as id from ${table} where execution_id = any($1)`,
        [[old, recent, unended]],
      );
      const ids = table === 'execution_search' ? [recent] : [recent, unended].sort();
      expect(rows.map(({ id }) => id).sort()).toEqual(ids);
    }
    const [file] = readdirSync(exportDir);
    const lines = readFileSync(join(exportDir, file!), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { log: { execution_id: old }, detail: { execution_id: old }, blocks: [{ block_id: 'call' }] },
    ]);
    const after = position.body.position;
    const next = await api.call<'tailLogs'>(
      'GET',
      `logs/tail?workspaceId=${free.workspaceId}&limit=1&after=${after}`,
      { key: free.apiKey },
    );
    expect(next.body.data).toMatchObject([{ executionId: recent }]);
  });

  it('answers 404 for dropped logs', async () => {
    expect(await statusOf(free, `/api/v1/logs/${logIdOf(old)}`)).toBe(404);
    expect(await statusOf(free, `/api/v1/logs/executions/${old}`)).toBe(404);
    expect(await statusOf(free, `/api/v1/logs/executions/${unended}`)).toBe(200);
    expect(await statusOf(free, `/api/v1/logs/${logIdOf(recent)}`)).toBe(200);
  });

  it('has partitions for the coming days, and none for plans without expiry', async () => {
    const ahead = bucketsAhead(7, now);
    const young = retentionBucketOf({ retentionDays: 7, requestedAt: now - 6 * msPerDay });
    const expected = [...new Set([...ahead, young])].map((bucket) => `r${bucket}`);
    expect((await partitionsOf('execution_log')).sort()).toEqual(['kept', ...expected].sort());
    expect((await partitionsOf('block_attempt')).sort()).toEqual(['kept', ...expected].sort());
  });

  it('lets an old execution that it kept end later', async () => {
    end(identity(unended, free.workspaceId), longAgo);
    await project();
    await keep();
    const { body } = await api.call('GET', `logs/executions/${unended}`, {
      key: free.apiKey,
    });
    expect(body).toMatchObject({
      executionMetadata: { status: 'success' },
      traceSpans: [{ blockId: 'hook' }, { blockId: 'call', status: 'success' }],
    });
  });

  it('does not restore dropped logs when the read models are rebuilt', async () => {
    await rebuildProjection({
      projection: executionsProjection,
      log: ledger.source,
      databaseUrl: api.config.DATABASE_URL,
    });
    // It had ended before the rebuild, so nothing shows that it was once kept.
    expect(await listed(free)).toEqual([recent]);
    expect(await listed(kept)).toEqual([others]);
    const later = append({ tenant: free, retentionDays: 7, startedAt: now });
    await project();
    await keep();
    expect(await listed(free)).toEqual([recent, later].sort());
  });
});

describe('retention of deliveries', () => {
  const days = 31;

  it('removes only deliveries that ended and did not change for 31 days', async () => {
    const { pool } = api.database;
    const subscriptionId = randomUUID();
    await pool.query(
      `insert into subscription (id, workspace_id, url, include_final_output, include_trace_spans, include_rate_limits,
         include_usage_data, level_filter, trigger_filter, active)
       values ($1, $2, 'https://receiver.example', false, false, false, false, '{info}', '{api}', true)`,
      [subscriptionId, kept.workspaceId],
    );
    /** @param changedDays age of its last change, in days */
    const deliver = async (state: string, madeDays: number, changedDays: number, count = 1) => {
      const { rows } = await pool.query<{ id: string }>(
        `with made as (
           select gen_random_uuid() as id, to_timestamp($4::float8 / 1000) - $5::int * interval '1 day' as created_at,
             to_timestamp($4::float8 / 1000) - $6::int * interval '1 day' as updated_at from generate_series(1, $7::int)
         ), fences as (
           insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, due_at,
             created_at, updated_at)
           select id, $1, $2, 'evt', 'k', 'bytes', $3, 1, now(), created_at, updated_at from made
         ), histories as (
           insert into delivery (id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, max_attempts,
             created_at, updated_at)
           select id, $1, $2, $1, $1, 'evt', 'https://receiver.example', $3, 5, created_at, updated_at from made
         )
         insert into delivery_attempt (delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, state)
         select id, 1, 1, 'automatic', 'https://receiver.example', created_at, 1, $3 from made
         returning delivery_id as id`,
        [subscriptionId, kept.workspaceId, state, now, madeDays, changedDays, count],
      );
      return rows.map(({ id }) => id);
    };
    const stay = [
      ...(await deliver('pending', 40, 40)),
      ...(await deliver('succeeded', 40, 1)),
      ...(await deliver('failed', 30, 30)),
    ].sort();
    for (const state of ['succeeded', 'suppressed', 'dropped']) await deliver(state, 32, 32);
    await deliver('exhausted', 40, 40, 2_500);

    const left = async (): Promise<string[][]> => {
      const of = async (sql: string) =>
        (await pool.query<{ id: string }>(sql)).rows.map(({ id }) => id).sort();
      return [
        await of('select delivery_id as id from delivery_fence'),
        await of('select id from delivery'),
        await of('select delivery_id as id from delivery_attempt'),
      ];
    };
    await keep();
    expect((await left()).map(({ length }) => length)).toEqual([2_506, 2_506, 2_506]);
    await keep(undefined, days);
    expect(await left()).toEqual([stay, stay, stay]);
  });
});
