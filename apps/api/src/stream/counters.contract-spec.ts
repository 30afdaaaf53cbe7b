/** The figures beside the links of a workspace, told by its stream. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { recordOf, workspaceChange } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant, type Tenant } from '../testing/test-database.js';
import { PageFeed } from './page-feed.js';

const api = openTestApi({ listens: true });
const open: AbortController[] = [];
beforeAll(async () => {
  const feed = api.app.get(PageFeed, { strict: false });
  await eventually('the feed is read', () => feed.isLive() || null);
});
afterEach(() => {
  for (const one of open.splice(0)) one.abort();
});

/** @returns the figures told so far, the last one last */
async function follow({ workspaceId }: Tenant, key: string, topics = 'counters') {
  const closing = new AbortController();
  open.push(closing);
  const url = `${api.url}/api/v1/stream?workspaceId=${workspaceId}&topics=${topics}`;
  const response = await fetch(url, { headers: { 'x-api-key': key }, signal: closing.signal });
  let text = '';
  const read = async (): Promise<void> => {
    for await (const piece of response.body ?? []) text += Buffer.from(piece).toString();
  };
  read().catch(() => undefined);
  const counters = () =>
    [...text.matchAll(/^event: counters\ndata: (.*)$/gm)].map(
      ([, data = '']) => JSON.parse(data) as Record<string, number>,
    );
  return { counters, text: () => text };
}

async function run(tenant: Tenant, status = 'running'): Promise<string> {
  const executionId = randomUUID();
  const owner = { ...tenant, workflowId: randomUUID() };
  await insertLogRow(api.database, owner, { executionId, status });
  return executionId;
}

async function waitForApproval(tenant: Tenant): Promise<void> {
  const executionId = await run(tenant);
  await api.database.pool.query(
    `update execution_log set status = 'paused' where execution_id = $1`,
    [executionId],
  );
  await api.database.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at)
     values ($1, 'approve', '', 'Approve', 'approval', 'running', 2, now())`,
    [executionId],
  );
}

const fail = ({ workspaceId }: Tenant, daysAgo: number) =>
  api.database.pool.query(
    `insert into error_group (workspace_id, day, ledger_partition, fingerprint, code, message, first_seen, last_seen, count,
       versions, execution_id)
     select $1, (at at time zone 'UTC')::date, 0, $2, 'TIMEOUT', '', at, at, 1, '{1}', $2
     from (select now() - $3::float8 * interval '1 day' as at) t`,
    [workspaceId, randomUUID(), daysAgo],
  );

const deliver = ({ workspaceId }: Tenant, state: string, attempts: number) =>
  api.database.pool.query(
    `insert into delivery (id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, attempts,
       max_attempts, created_at, updated_at)
     values ($1, $1, $2, $1, $1, 'evt', 'https://x.example', $3, $4, 5, now(), now())`,
    [randomUUID(), workspaceId, state, attempts],
  );

async function change({ workspaceId }: Tenant): Promise<void> {
  const appender = api.eventLog.appender();
  const changes = [workspaceChange({ topic: 'executions', id: randomUUID(), status: 'running' })];
  await appender.append(recordOf('WorkspaceChanged', { workspaceId, changes, occurredAt: 1 }));
  await appender.close();
}

const none = { running: 0, failedGroups: 0, approvalsWaiting: 0, deliveriesRetrying: 0 };

describe('the figures of a workspace', () => {
  it('count what runs, failed in a day, waits for a person, and is sent again', async () => {
    const tenant = await createTenant(api);
    for (const status of ['running', 'running', 'success']) await run(tenant, status);
    await waitForApproval(tenant);
    for (const daysAgo of [0.01, 0.9, 1.1]) await fail(tenant, daysAgo);
    const deliveries = [
      ['pending', 0],
      ['pending', 2],
      ['exhausted', 5],
    ] as const;
    for (const [state, attempts] of deliveries) await deliver(tenant, state, attempts);
    const { counters } = await follow(tenant, tenant.apiKey);
    const told = await eventually('they are told', () => counters().at(-1));
    expect(told).toEqual({
      running: 2,
      failedGroups: 2,
      approvalsWaiting: 1,
      deliveriesRetrying: 1,
    });
  });

  it('are told when they change, in this workspace alone', async () => {
    const [tenant, stranger] = [await createTenant(api), await createTenant(api)];
    const stream = await follow(tenant, tenant.apiKey);
    const other = await follow(stranger, stranger.apiKey);
    for (const { counters } of [stream, other])
      expect(await eventually('they are told', () => counters().at(-1))).toEqual(none);
    await run(tenant);
    await change(tenant);
    await change(stranger);
    await eventually('they are told', () => stream.counters().length > 1);
    expect(stream.counters().at(-1)).toEqual({ ...none, running: 1 });
    expect(other.counters()).toHaveLength(1);
  });

  it('are not told where they were not asked for, nor to a key that is limited to workflows', async () => {
    const workflowId = await api.deploy({
      blocks: [{ id: 'start', type: 'manual', name: 'Start', config: {} }],
      edges: [],
    });
    const { body } = await api.call<'createApiKey'>('POST', 'api-keys', {
      body: { name: 'limited', userId: null, workflowIds: [workflowId] },
    });
    const { apiKey } = api.tenant;
    const streams = [
      await follow(api.tenant, body.data.key ?? '', 'counters,executions'),
      await follow(api.tenant, apiKey, 'executions'),
      await follow(api.tenant, apiKey),
    ];
    await eventually('they are told', () => (streams[2]?.counters().length ?? 0) > 0);
    await change(api.tenant);
    await eventually('the change is told', () => streams[1]?.text().includes('execution.changed'));
    expect(streams.map(({ counters }) => counters().length)).toEqual([0, 0, 1]);
  });
});
