/** A workspace with rows in every table that may hold something of one, for tests of what takes them out again. */
import { randomUUID } from 'node:crypto';
import { insertLogRow } from './log-rows.js';
import { createMember, type Tenant, type TestApi, type TestDatabaseOfApi } from './test-api.js';

export interface WholeWorkspace {
  readonly workflowId: string;
  /** Of itself and of what is in it: whatever table has one of them has a row of this workspace. */
  readonly ids: readonly string[];
  /** Of a member of nothing else. */
  readonly email: string;
}

/** Through the api: what people make, and calls that bring idempotency keys, which hold `mark`, as names do. */
async function makeByHand(
  api: TestApi,
  { apiKey: key, workspaceId }: Tenant,
  mark: string,
): Promise<{ readonly workflowId: string; readonly subscriptionId: string }> {
  const made = await api.request('POST', '/api/v1/workflows', {
    key,
    body: {
      name: `Orders of ${mark}`,
      definition: { blocks: [{ id: 'hook', type: 'webhook', name: mark, config: { path: mark } }] },
    },
  });
  const workflowId = (made.body as { data: { id: string } }).data.id;
  const workflow = `/api/v1/workflows/${workflowId}`;
  await api.request('POST', `${workflow}/deploy`, { key });
  const subscribed = await api.request('POST', `${workflow}/subscriptions`, {
    key,
    body: { url: `https://receiver.example/${mark}`, secret: 'a long enough secret' },
  });
  await api.request('PUT', `/api/v1/workspaces/${workspaceId}/secrets/TOKEN`, {
    key,
    body: { value: 'sealed' },
  });
  const headers = { 'idempotency-key': `sender ${mark}` };
  await api.request('POST', `/api/webhooks/trigger/${mark}`, { headers, body: {} });
  await api.request('POST', `${workflow}/execute`, {
    key,
    headers: { ...headers, 'x-execution-mode': 'async' },
    body: {},
  });
  return { workflowId, subscriptionId: (subscribed.body as { data: { id: string } }).data.id };
}

/** Tables that runners, the projector and the delivery write: $1 workspace, $2 account, $3 workflow, $4 subscription, $5 execution, $6 delivery, $7 text. */
const writtenByOthersSql = [
  `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, output)
   values ($5, 'call', '', $7, 'api', 'success', 3, now(), jsonb_build_object('of', $7::text))`,
  `insert into block_attempt (execution_id, sequence, block_id, iteration, attempt_number, error_code, message, duration_ms,
     occurred_at, retry_at)
   values ($5, 2, 'call', '', 1, 'HTTP_STATUS', $7, 5, now(), now())`,
  `insert into parked_execution (execution_id, workspace_id, sequence, parked_at, waits, state)
   values ($5, $1, 4, now(), jsonb_build_array(jsonb_build_object('kind', 'approval', 'of', $7::text)), $7)`,
  `insert into execution_turn (execution_id, account_id, workflow_id, requested_at, granted_at) values ($5, $2, $3, now(), now())`,
  `insert into execution_batch (id, workspace_id, action, filter, reason, per_second, state, matching, created_at)
   values (gen_random_uuid(), $1, 'cancel', '{}', $7, 1, 'finished', 0, now())`,
  `insert into workflow_schedule (workflow_id, next_fire_at, look_at) values ($3, now() + interval '1 year', now() + interval '1 year')`,
  `insert into delivery (id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, max_attempts,
     created_at, updated_at)
   values ($6, $4, $1, $3, $5, 'evt', $7, 'succeeded', 5, now(), now())`,
  `insert into delivery_attempt (delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, response_body, state)
   values ($6, 1, 1, 'schedule', $7, now(), 5, $7, 'succeeded')`,
  `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, due_at)
   values ($6, $4, $1, 'evt', $7, 'bytes', 'succeeded', 1, now())`,
  `insert into delivery_recovery (id, subscription_id, workspace_id, since, until, states, per_second, state, matching,
     position_created_at, position_id)
   values (gen_random_uuid(), $4, $1, now(), now(), '{failed}', 1, 'finished', 0, now(), gen_random_uuid())`,
] as const;

/** Postgres does not take parameters that a statement does not have. */
function numbered(sql: string, parameters: readonly string[]): [string, string[]] {
  const used = parameters.flatMap((_, n) => (sql.includes(`$${n + 1}`) ? [n] : []));
  const text = sql.replace(/\$(\d)/g, (_, n: string) => `$${used.indexOf(Number(n) - 1) + 1}`);
  return [text, used.map((n) => parameters[n] ?? '')];
}

/** @param mark stands in names, paths and payloads; unlike anything else */
export async function fillWorkspace(
  base: TestDatabaseOfApi,
  api: TestApi,
  tenant: Tenant,
  mark: string,
): Promise<WholeWorkspace> {
  const { workspaceId, accountId } = tenant;
  const { workflowId, subscriptionId } = await makeByHand(api, tenant, mark);
  const { userId } = await createMember(base, tenant, 'viewer');
  const executionIds = Array.from({ length: 5 }, () => randomUUID());
  for (const executionId of executionIds)
    await insertLogRow(
      base.database,
      { ...tenant, workflowId },
      { executionId, workflowName: `Orders of ${mark}`, output: { of: mark } },
    );
  const [executionId, deliveryId] = [executionIds[0] ?? '', randomUUID()];
  const ids = [workspaceId, accountId, workflowId, subscriptionId, executionId, deliveryId];
  for (const sql of writtenByOthersSql)
    await base.database.pool.query(...numbered(sql, [...ids, mark]));
  return {
    workflowId,
    ids: [workspaceId, workflowId, subscriptionId, deliveryId, ...executionIds],
    email: `${userId}@example.com`,
  };
}
