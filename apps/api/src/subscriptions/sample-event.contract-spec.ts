import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../testing/log-rows.js';
import { openSubscribedWorkflow } from '../testing/subscribed-workflow.js';
import { validDefinition } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';

const api = openSubscribedWorkflow();

const sample = (query = '', workflowId = api.workflowId, key?: string) =>
  api.call<'sampleSubscription'>('GET', `workflows/${workflowId}/subscriptions/sample${query}`, {
    ...(key !== undefined && { key }),
  });

interface Event {
  readonly data: Readonly<Record<string, unknown>>;
}

async function eventOf(query: string, workflowId?: string): Promise<Event> {
  const { status, body } = await sample(query, workflowId);
  expect(status).toBe(200);
  return JSON.parse(body.data.body) as Event;
}

async function ownWorkflow(): Promise<string> {
  const body = { name: 'sampled', definition: validDefinition(`s${randomUUID().slice(0, 8)}`) };
  return (await api.call<'createWorkflow'>('POST', 'workflows', { body })).body.data.id;
}

const storeRun = (workflowId: string, over: object = {}): Promise<string> => {
  const executionId = randomUUID();
  const { accountId, workspaceId } = api.tenant;
  const owner = { accountId, workspaceId, workflowId };
  return insertLogRow(api.database, owner, { executionId, ...over }).then(() => executionId);
};

const all =
  '?includeFinalOutput=true&includeTraceSpans=true&includeRateLimits=true&includeUsageData=true';

describe('the sample of a subscription', () => {
  it('is made up, and the same each time, before the first execution', async () => {
    const { body } = await sample();
    expect(body.data.executionId).toBeNull();
    expect((await sample()).body).toEqual(body);
    expect(JSON.parse(body.data.body)).toMatchObject({
      id: 'evt_sample',
      type: 'workflow.execution.completed',
      data: { workflowId: api.workflowId, workflowName: 'w', status: 'success', files: null },
    });
  });

  it('spec 2.4: has the data of each flag, and none without', async () => {
    const optional = ['finalOutput', 'traceSpans', 'rateLimits', 'usage'];
    const fieldsOf = async (query: string): Promise<string[]> => {
      const { data } = await eventOf(query);
      return optional.filter((name) => name in data);
    };
    expect(await fieldsOf('')).toEqual([]);
    expect(await fieldsOf('?includeUsageData=true')).toEqual(['usage']);
    expect(await fieldsOf(all)).toEqual(optional);
  });

  it('is that of the last execution that ended, drafts apart', async () => {
    const workflowId = await ownWorkflow();
    const now = Date.now();
    await storeRun(workflowId, { startedAt: now - 4_000 });
    const output = { order: 'SO-1' };
    const last = await storeRun(workflowId, { startedAt: now - 3_000, output });
    await storeRun(workflowId, { startedAt: now - 2_000, deploymentVersion: -1 });
    await storeRun(workflowId, { startedAt: now - 1_000, status: 'running' });
    const { body } = await sample(all, workflowId);
    expect(body.data.executionId).toBe(last);
    expect(JSON.parse(body.data.body)).toMatchObject({
      data: {
        ...{ executionId: last, workflowId, workflowName: 'Order intake', finalOutput: output },
        traceSpans: [{ type: 'webhook' }],
        rateLimits: { sync: { limit: expect.any(Number) } },
        usage: { isExceeded: false },
      },
    });
  });

  it('drops an output that no body can hold, as a delivery does', async () => {
    const workflowId = await ownWorkflow();
    await storeRun(workflowId, { output: 'x'.repeat(300_000) });
    const { data } = await eventOf('?includeFinalOutput=true', workflowId);
    expect([data['finalOutput'], data['truncated']]).toEqual([undefined, ['finalOutput']]);
  });

  it.each([
    ['another value', '?includeUsageData=1', 'includeUsageData'],
    ['an unknown flag', '?include=all', 'include'],
  ])('refuses %s', async (_, query, field) => {
    const { status, body } = await api.call(
      'GET',
      `workflows/${api.workflowId}/subscriptions/sample${query}`,
    );
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
  });

  it('is not for other workspaces', async () => {
    const { apiKey } = await createTenant(api);
    expect((await sample('', api.workflowId, apiKey)).status).toBe(404);
    expect((await sample('', randomUUID())).status).toBe(404);
  });
});
