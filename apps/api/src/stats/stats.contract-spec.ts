import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';
import { validDefinition } from '../testing/test-api.js';
import { createTenant, type Tenant } from '../testing/test-database.js';

const api = openTestApi();
const msPerHour = 3_600_000;
const thisHour = Math.floor(Date.now() / msPerHour) * msPerHour;
const at = (hours: number): string => new Date(thisHour + hours * msPerHour).toISOString();

interface Counted {
  readonly workflowId?: string;
  readonly hours?: number;
  readonly partition?: number;
  readonly minutes?: number;
  /** By duration bucket: successes, errors, cancelled. */
  readonly buckets: Readonly<Record<number, readonly [number, number, number]>>;
}

async function count({ workspaceId }: Tenant, over: Counted): Promise<void> {
  const { workflowId = randomUUID(), hours = -1, partition = 0, minutes = 60 } = over;
  for (const [bucket, outcomes] of Object.entries(over.buckets))
    await api.database.pool.query(
      `insert into execution_stats (workspace_id, width_minutes, starts_at, workflow_id, ledger_partition, duration_bucket,
         success, error, cancelled, cost, tokens)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0.1, 7)`,
      [workspaceId, minutes, at(hours), workflowId, partition, bucket, ...outcomes],
    );
}

const read = async (tenant: Tenant, query = '') => {
  const path = `stats/executions?from=${at(-24)}&to=${at(0)}${query}`;
  const { status, body } = await api.call<'getExecutionStats'>('GET', path, { key: tenant.apiKey });
  expect([status, body]).toEqual([200, body]);
  return body.data;
};

const refused = async (query: string): Promise<string> => {
  const answer = await api.call('GET', `stats/executions?${query}`, { key: api.tenant.apiKey });
  expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_REQUEST']);
  return answer.body.error;
};

describe('figures of executions', () => {
  it('add up partitions and workflows, with percentiles of all durations', async () => {
    const tenant = await createTenant(api);
    await count(tenant, { buckets: { 21: [60, 0, 1], 41: [9, 1, 0] } });
    await count(tenant, { partition: 1, buckets: { 41: [27, 0, 0], 61: [1, 1, 0] } });
    await count(tenant, { hours: -3, buckets: { 0: [1, 0, 0] } });
    await count(tenant, { minutes: 1, buckets: { 0: [1, 0, 0] } });
    await count(await createTenant(api), { buckets: { 0: [1, 0, 0] } });
    const figures = { key: null, error: 0, cancelled: 0 };
    expect(await read(tenant)).toEqual([
      { ...figures, at: at(-3), success: 1, p50Ms: 0, p95Ms: 0, costUsd: 0.1, tokens: 7 },
      {
        ...{ at: at(-1), key: null, success: 97, error: 2, cancelled: 1 },
        ...{ p50Ms: 35, p95Ms: 1_117, costUsd: 0.4, tokens: 28 },
      },
    ]);
  });

  it('of the whole range have percentiles of all its durations', async () => {
    const tenant = await createTenant(api);
    const path = `stats/executions?from=${at(-24)}&to=${at(0)}`;
    const totals = async () =>
      (await api.call<'getExecutionStats'>('GET', path, { key: tenant.apiKey })).body.totals;
    expect(await totals()).toBeNull();
    await count(tenant, { hours: -3, buckets: { 21: [9, 0, 0] } });
    await count(tenant, { hours: -2, buckets: { 41: [0, 2, 1], 61: [1, 0, 0] } });
    expect(await totals()).toEqual({
      // The 13th of 13: twelve are less than 95 %.
      ...{ success: 10, error: 2, cancelled: 1, p50Ms: 35, p95Ms: 35_734 },
      ...{ costUsd: expect.closeTo(0.3), tokens: 21 },
    });
  });

  it('are of the named workflows, and of each one of them', async () => {
    const tenant = await createTenant(api);
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()].sort();
    for (const workflowId of [first, second, third])
      await count(tenant, { workflowId: workflowId!, buckets: { 21: [1, 2, 3] } });
    const summed = await read(tenant, `&workflowIds=${first},${third!.toUpperCase()}`);
    expect(summed).toMatchObject([{ at: at(-1), key: null, success: 2, error: 4, cancelled: 6 }]);
    const apart = await read(tenant, `&workflowIds=${first},${third}&groupBy=workflow`);
    expect(apart).toMatchObject([
      { key: first, success: 1, error: 2, cancelled: 3 },
      { key: third, success: 1, error: 2, cancelled: 3 },
    ]);
  });

  it('of another workspace cannot be read, by the ids of its workflows either', async () => {
    const tenant = await createTenant(api);
    const workflowId = randomUUID();
    await count(tenant, { workflowId, buckets: { 21: [1, 0, 0] } });
    expect(await read(await createTenant(api), `&workflowIds=${workflowId}`)).toEqual([]);
    expect(await read(tenant, `&workflowIds=${workflowId}`)).toHaveLength(1);
  });

  it('are those of its workflows for a limited key', async () => {
    const tenant = await createTenant(api);
    const workflow = await api.deploy(validDefinition(randomUUID()), tenant.apiKey);
    const made = await api.call<'createApiKey'>('POST', 'api-keys', {
      ...{ key: tenant.apiKey, body: { name: 'limited', workflowIds: [workflow] } },
    });
    const other = randomUUID();
    await count(tenant, { workflowId: workflow, buckets: { 21: [1, 0, 0] } });
    await count(tenant, { workflowId: other, buckets: { 21: [1, 0, 0] } });
    const limited = { ...tenant, apiKey: made.body.data.key! };
    expect(await read(limited)).toMatchObject([{ success: 1 }]);
    const outside = await api.call('GET', `stats/executions?workflowIds=${other}`, {
      key: limited.apiKey,
    });
    expect([outside.status, outside.body.code]).toEqual([403, 'KEY_LIMITED']);
  });

  it('are refused with the bucket that fits', async () => {
    expect(await refused(`bucket=minute&from=${at(-24)}&to=${at(0)}`)).toMatch(
      /1440 buckets of one minute.* 400; use bucket=hour/,
    );
    expect(await refused(`from=${at(-60 * 24)}&to=${at(0)}`)).toMatch(/1440 .*; use bucket=day/);
    expect(await refused(`bucket=minute&from=${at(-73)}&to=${at(-72)}`)).toMatch(
      /kept for 48 hours; use bucket=hour/,
    );
    expect(await refused(`bucket=day&from=${at(-500 * 24)}`)).toMatch(/shorter range/);
    expect(await refused(`from=${at(0)}&to=${at(-1)}`)).toMatch(/from: must be before "to"/);
    expect(await refused('groupBy=workflow')).toMatch(/name the workflowIds/);
    const many = Array.from({ length: 50 }, () => randomUUID()).join(',');
    expect(
      await refused(`groupBy=workflow&workflowIds=${many}&from=${at(-200)}&to=${at(0)}`),
    ).toMatch(/10000 entries/);
  });
});

describe('figures of deliveries', () => {
  it('count attempts, with percentiles of those that were answered', async () => {
    const [tenant, stranger] = [await createTenant(api), await createTenant(api)];
    const [first, second] = [randomUUID(), randomUUID()].sort();
    for (const [subscriptionId, bucket, succeeded, failed] of [
      [first, 21, 9, 1],
      [first, -1, 0, 5],
      [second, 41, 1, 0],
    ])
      await api.database.pool.query(
        `insert into delivery_stats (workspace_id, width_minutes, starts_at, subscription_id, ledger_partition,
           duration_bucket, succeeded, failed)
         values ($1, 60, $2, $3, 0, $4, $5, $6)`,
        [tenant.workspaceId, at(-1), subscriptionId, bucket, succeeded, failed],
      );
    const of = async ({ apiKey: key }: Tenant, query = '') => {
      const path = `stats/deliveries?from=${at(-24)}&to=${at(0)}${query}`;
      return (await api.call<'getDeliveryStats'>('GET', path, { key })).body.data;
    };
    const here = { at: at(-1), p50Ms: 35, p95Ms: 35 };
    expect(await of(tenant)).toEqual([
      { ...here, key: null, attempts: 16, succeeded: 10, failed: 6, givenUp: 0, p95Ms: 1_117 },
    ]);
    expect(await of(tenant, `&subscriptionIds=${first}&groupBy=subscription`)).toEqual([
      { ...here, key: first, attempts: 15, succeeded: 9, failed: 6, givenUp: 0 },
    ]);
    expect(await of(stranger, `&subscriptionIds=${first}`)).toEqual([]);
  });
});
