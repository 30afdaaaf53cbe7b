/**
 * A workspace with one of every record that a route can name, for tests that iterate over all
 * routes with existing records. A random id would be refused for every caller, and so prove nothing
 * about access.
 */
import { logIdOf } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from './log-rows.js';
import { insertOldTriggerUrl } from './old-trigger-url.js';
import { type TestApi, validDefinition } from './test-api.js';
import type { Tenant, TestDatabaseOfApi } from './test-database.js';

export interface FullWorkspace extends Tenant {
  /** Part of every name, address and path that the workspace was given. */
  readonly mark: string;
  readonly ids: Readonly<Record<RecordName, string>>;
}

type RecordName =
  | 'workspace'
  | 'workflow'
  | 'folder'
  | 'subscription'
  | 'workspaceSubscription'
  | 'apiKey'
  | 'user'
  | 'execution'
  | 'log'
  | 'delivery'
  | 'batch'
  | 'recovery'
  | 'oldTriggerUrl'
  | 'session'
  | 'span'
  | 'view'
  | 'test'
  | 'testRun';

/** The record behind `{parameter}`, by the path it ends; the first match wins. */
const recordOf: readonly (readonly [RegExp, RecordName])[] = [
  [/\/workflows\/\{(id|workflowId)\}/, 'workflow'],
  [/\/folders\/\{id\}/, 'folder'],
  [/\/workflows\/.*\{subscriptionId\}/, 'subscription'],
  [/\/subscriptions\/\{subscriptionId\}/, 'workspaceSubscription'],
  [/\/api-keys\/\{id\}/, 'apiKey'],
  [/\/logs\/executions\/\{executionId\}|\/executions\/\{id\}/, 'execution'],
  [/\/logs\/\{id\}/, 'log'],
  [/\/spans\/\{spanId\}/, 'span'],
  [/\/views\/\{id\}/, 'view'],
  [/\/tests\/\{testId\}/, 'test'],
  [/\/runs\/\{runId\}/, 'testRun'],
  [/\/workspaces\/\{(id|workspaceId)\}/, 'workspace'],
  [/\/members\/\{userId\}/, 'user'],
  [/\/deliveries\/\{deliveryId\}/, 'delivery'],
  [/\/batches\/\{batchId\}/, 'batch'],
  [/\/recoveries\/\{recoveryId\}/, 'recovery'],
  [/\/old-trigger-urls\/\{path\}/, 'oldTriggerUrl'],
  [/\/sessions\/\{id\}/, 'session'],
];

/**
 * The path with the workspace's own records.
 * @throws Error for a parameter without a record: add one to the workspace
 */
export function pathWithin({ ids }: FullWorkspace, path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (parameter, name: string, at: number) => {
    if (name === 'name') return 'NAME';
    if (name === 'version') return '1';
    if (name === 'example') return 'approval';
    if (name === 'blockId') return 'hook';
    const upToHere = path.slice(0, at) + parameter;
    const record = recordOf.find(([pattern]) => new RegExp(`(${pattern.source})$`).test(upToHere));
    if (record === undefined)
      throw new Error(`${path}: full-workspace.ts has no record for ${parameter}`);
    return ids[record[1]];
  });
}

/** A failed delivery, as the saga and the projector store it. */
async function insertDelivery(
  { database: { pool } }: Pick<TestDatabaseOfApi, 'database'>,
  of: Readonly<Record<'workspaceId' | 'workflowId' | 'subscriptionId' | 'executionId', string>>,
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, attempts, due_at)
     values ($1, $2, $3, 'evt_' || $1::uuid, 'lane', 'bytes', 'failed', 2, 1, now())`,
    [id, of.subscriptionId, of.workspaceId],
  );
  await pool.query(
    `insert into delivery (id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, attempts, max_attempts,
       last_status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'evt_' || $1::uuid, 'http://receiver.test/hook', 'failed', 1, 5, 400, now(), now())`,
    [id, of.subscriptionId, of.workspaceId, of.workflowId, of.executionId],
  );
  return id;
}

/** The answer of a route that creates something. */
interface Made {
  readonly data: { readonly id?: string; readonly userId?: string };
}

type Api = Pick<TestApi, 'request'> & Pick<TestDatabaseOfApi, 'database'>;

export async function fillWorkspace(api: Api, tenant: Tenant): Promise<FullWorkspace> {
  const { apiKey: key, workspaceId } = tenant;
  const mark = `mark-${randomUUID()}`;
  const made = async (method: 'POST' | 'PUT', path: string, body: object): Promise<string> => {
    const answer = await api.request<Made>(method, `/api/v1/${path}`, { key, body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    const { data } = answer.body;
    return data.id ?? data.userId ?? '';
  };
  const url = `https://receiver.example/${mark}`;
  const definition = validDefinition(mark);
  const folder = await made('POST', 'folders', { name: mark });
  const workflow = await made('POST', 'workflows', { name: mark, definition });
  await made('PUT', `workflows/${workflow}/layout`, { positions: { [mark]: [0, 0] } });
  // A webhook can't be pinned, but this definition has no other block.
  await api.database.pool.query(
    `insert into workflow_pin (workflow_id, block_id, output) values ($1, 'hook', to_json($2::text)::text)`,
    [workflow, mark],
  );
  const test = randomUUID();
  await made('PUT', `workflows/${workflow}/tests/${test}`, { test: { name: mark } });
  const testRun = randomUUID();
  await api.database.pool.query(
    `insert into workflow_test_run (id, workflow_id, workspace_id, ended_at, problem)
     values ($1, $2, $3, now(), $4)`,
    [testRun, workflow, workspaceId, mark],
  );
  await made('POST', `workflows/${workflow}/deploy`, {});
  const subscription = await made('POST', `workflows/${workflow}/subscriptions`, { url });
  const workspaceSubscription = await made('POST', 'subscriptions', { url });
  const session = await made('POST', 'sessions', { apiKey: key });
  const apiKey = await made('POST', 'api-keys', { name: mark });
  const user = await made('POST', `workspaces/${workspaceId}/members`, {
    ...{ email: `${mark}@example.com`, role: 'viewer' },
  });
  await made('PUT', `workspaces/${workspaceId}/secrets/NAME`, { value: mark });
  await made('PUT', `workspaces/${workspaceId}/variables/NAME`, { value: mark });
  const execution = randomUUID();
  await insertLogRow(
    api.database,
    { ...tenant, workflowId: workflow },
    { executionId: execution, workflowName: mark, output: { mark } },
  );
  await api.database.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, output)
     values ($1, $2, '', $2, 'api', 'success', 2, now(), to_jsonb($2::text))`,
    [execution, mark],
  );
  const delivery = await insertDelivery(api, {
    ...{ workspaceId, workflowId: workflow, executionId: execution },
    subscriptionId: workspaceSubscription,
  });
  const recovery = await made('POST', `subscriptions/${workspaceSubscription}/redeliver`, {
    since: '2026-01-01T00:00:00Z',
  });
  const view = await made('POST', 'views', { name: mark, page: 'executions', query: mark });
  const batch = await made('POST', 'batches', { action: 'cancel', filter: {}, reason: mark });
  await insertOldTriggerUrl(api, mark, { workflowId: workflow, workspaceId });
  const log = logIdOf(execution);
  return {
    ...tenant,
    mark,
    ids: {
      folder,
      ...{ workspace: workspaceId, workflow, subscription, workspaceSubscription, apiKey, user },
      ...{ execution, log, delivery, batch, recovery, oldTriggerUrl: mark, span: mark, view },
      ...{ test, testRun },
      session,
    },
  };
}

/**
 * Rows that runners, the projector and the delivery app write to tables outside the routes' reach.
 */
const writtenByOthers = ({ accountId, mark, ids }: FullWorkspace): readonly string[] => [
  `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at)
   values ('${ids.execution}', 'call', '', '${mark}', 'api', 'success', 3, now())`,
  `insert into block_attempt (execution_id, sequence, block_id, iteration, attempt_number, error_code, message, duration_ms,
     occurred_at, retry_at)
   values ('${ids.execution}', 2, 'call', '', 1, 'HTTP_STATUS', '${mark}', 5, now(), now())`,
  `insert into parked_execution (execution_id, workspace_id, sequence, parked_at, waits, state)
   values ('${ids.execution}', '${ids.workspace}', 4, now(), '[]', '${mark}')`,
  `insert into execution_turn (execution_id, account_id, workflow_id, requested_at, granted_at)
   values ('${ids.execution}', '${accountId}', '${ids.workflow}', now(), now())`,
  `insert into execution_family (root_id, workspace_id, descendants)
   values ('${ids.execution}', '${ids.workspace}', 1)`,
  `insert into execution_descendant (execution_id, root_id, workspace_id, ancestors)
   values (gen_random_uuid(), '${ids.execution}', '${ids.workspace}', array['${ids.execution}'::uuid])`,
  `insert into execution_cancellation (execution_id, workspace_id, root_id)
   values ('${ids.execution}', '${ids.workspace}', '${ids.execution}')`,
  `insert into execution_trial
     (execution_id, claim_offset, partition, runner_id, workspace_id, workflow_id, started_at, is_open)
   values ('${ids.execution}', 1, 0, gen_random_uuid(), '${ids.workspace}', '${ids.workflow}', now(), true)`,
  `insert into approval_answer (execution_id, block_id, iteration, wait_id, workspace_id)
   values ('${ids.execution}', '${mark}', '', 1, '${ids.workspace}')`,
  `insert into draft_listener (token_hash, workflow_id, workspace_id, execution_id, expires_at)
   values (sha256('${mark}'), '${ids.workflow}', '${ids.workspace}', gen_random_uuid(), now() + interval '1 hour')`,
  `insert into sign_in_link (token_hash, user_id, workspace_id, expires_at)
   values (sha256('${mark}'), '${ids.user}', '${ids.workspace}', now() + interval '1 hour')`,
  `insert into session (id, token_hash, account_id, user_id, workspace_id, expires_at, address)
   values (gen_random_uuid(), sha256('${mark}'), '${accountId}', '${ids.user}', '${ids.workspace}', now() + interval '1 hour', '::1')`,
  `insert into stored_bytes (workspace_id, retention_bucket, ledger_partition, account_id, bytes)
   values ('${ids.workspace}', 0, 0, '${accountId}', 5)`,
  `insert into execution_stats (workspace_id, width_minutes, starts_at, workflow_id, ledger_partition, duration_bucket,
     success, error, cancelled, cost, tokens)
   values ('${ids.workspace}', 60, date_trunc('hour', now()), '${ids.workflow}', 0, 19, 1, 0, 0, 0, 0)`,
  `insert into delivery_stats (workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket,
     succeeded, failed)
   values ('${ids.workspace}', 60, date_trunc('hour', now()), '${ids.subscription}', 0, 19, 1, 0)`,
  `insert into subscription_attempt (workspace_id, subscription_id, ledger_partition, started_at, latency_ms, error_code)
   values ('${ids.workspace}', '${ids.subscription}', 0, now(), 5, '${mark}')`,
  `insert into subscription_secret (subscription_id, set_at, replaced_at, signs_until, ciphertext)
   values ('${ids.subscription}', now(), now(), now(), convert_to('${mark}', 'UTF8'))`,
  `insert into subscription_breaker (subscription_id, state, owner)
   values ('${ids.subscription}', 'open', gen_random_uuid())`,
  `insert into error_group (workspace_id, day, ledger_partition, fingerprint, workflow_id, code, message, first_seen, last_seen,
     count, versions, execution_id)
   values ('${ids.workspace}', now()::date, 0, gen_random_uuid(), '${ids.workflow}', 'TIMEOUT', '${mark}', now(), now(), 1,
     '{1}', '${ids.execution}')`,
  `insert into notification (workspace_id, day, kind, workflow_id, ledger_partition, first_at, last_at, count, execution_id, code)
   values ('${ids.workspace}', now()::date, 'schedule-failed', '${ids.workflow}', 0, now(), now(), 1, '${ids.execution}', '${mark}')`,
  `insert into notification_read (workspace_id, reader_id, read_at) values ('${ids.workspace}', '${ids.user}', now())`,
  `insert into onboarding (workspace_id, reader_id, started_at) values ('${ids.workspace}', '${ids.user}', now())`,
  `insert into workflow_schedule (workflow_id, next_fire_at, look_at)
   values ('${ids.workflow}', now() + interval '1 year', now() + interval '1 year')`,
  `insert into delivery_attempt (delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, response_body, state)
   values ('${ids.delivery}', 1, 1, 'schedule', '${mark}', now(), 5, '${mark}', 'succeeded')`,
];

/**
 * Also inserts rows into every other table with workspace data, for tests of erasure. Nothing runs
 * its workflow, so the api needs a short FLOWLEDGER_SYNC_TIMEOUT_MS.
 */
export async function fillEveryTable(api: Api, tenant: Tenant): Promise<FullWorkspace> {
  const workspace = await fillWorkspace(api, tenant);
  const { mark, ids, apiKey: key } = workspace;
  const headers = { 'idempotency-key': `sender ${mark}` };
  const workflow = `/api/v1/workflows/${ids.workflow}`;
  const { body } = await api.request<'getWorkflow'>('GET', workflow, { key });
  const { pathname } = new URL(body.data.triggerUrl ?? '');
  for (const path of [pathname, `${workflow}/execute`])
    await api.request('POST', path, { key, headers, body: {} });
  for (const sql of writtenByOthers(workspace)) await api.database.pool.query(sql);
  return workspace;
}
