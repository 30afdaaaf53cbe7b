import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeRecord, topics } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';
import { EVENT_LOG } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, Refusal } from '../testing/test-api.js';

const api = openTestApi();
let workflowId: string;

const get = <Of = Refusal>(path: string, key = api.tenant.apiKey): Promise<Answer<Of>> =>
  api.request('GET', `/api/v1${path}`, { key });
const post = <Of = Refusal>(
  path: string,
  body?: unknown,
  key = api.tenant.apiKey,
): Promise<Answer<Of>> => api.request('POST', `/api/v1${path}`, { key, body });

async function storeSubscription(active = true): Promise<string> {
  const id = randomUUID();
  await api.pool.query(
    `insert into subscription (id, workspace_id, workflow_id, url, include_final_output, include_trace_spans,
       include_rate_limits, include_usage_data, level_filter, trigger_filter, active)
     values ($1, $2, $3, 'http://receiver.test/hook', false, false, false, false, '{info}', '{api}', $4)`,
    [id, api.tenant.workspaceId, workflowId, active],
  );
  return id;
}

/** Stores a delivery as the saga and the projector leave it. */
async function storeDelivery(
  subscriptionId: string,
  state: string,
  createdAt = new Date(),
  step = 2,
): Promise<string> {
  const id = randomUUID();
  const { pool } = api.database;
  await pool.query(
    `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, attempts, due_at, created_at)
     values ($1, $2, $3, 'evt', 'lane', 'bytes', $4, $5, 1, now(), $6)`,
    [id, subscriptionId, api.tenant.workspaceId, state, step, createdAt],
  );
  await pool.query(
    `insert into delivery (id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, attempts, max_attempts, last_status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'evt', 'http://receiver.test/hook', $6, 1, 5, 400, $7, $7)`,
    [id, subscriptionId, api.tenant.workspaceId, workflowId, randomUUID(), state, createdAt],
  );
  await pool.query(
    `insert into delivery_attempt (delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, status, response_headers, response_body, state, reason)
     values ($1, 1, 1, 'automatic', 'http://receiver.test/hook', $2, 12, 400, '{"x-a":"b"}', 'no', $3, 'STATUS_REFUSED')`,
    [id, createdAt, state],
  );
  return id;
}

const fenceOf = async (id: string): Promise<unknown> =>
  (
    await api.pool.query<object>(
      'select state, step, schedule_base from delivery_fence where delivery_id = $1',
      [id],
    )
  ).rows[0];

async function ordersFor(id: string): Promise<unknown[]> {
  const eventLog = api.app.get<EventLog>(EVENT_LOG);
  const found: unknown[] = [];
  for (const topic of [topics.deliveryRequests, topics.deliveryEvents]) {
    for (const [partition, end] of await eventLog.admin.endOffsets(topic)) {
      await eventLog.readRange({ topic, partition }, 0, end, (records) => {
        for (const { value } of records) {
          const record = decodeRecord(value);
          if ('deliveryId' in record.data && record.data.deliveryId === id) found.push(record);
        }
      });
    }
  }
  return found;
}

beforeAll(async () => {
  workflowId = randomUUID();
  await api.pool.query(
    "insert into workflow (id, workspace_id, name, draft) values ($1, $2, 'w', '{}')",
    [workflowId, api.tenant.workspaceId],
  );
});

describe('delivery history', () => {
  it('pages through the deliveries of a subscription, newest first, each once', async () => {
    const subscriptionId = await storeSubscription();
    const made: string[] = [];
    for (let second = 0; second < 5; second += 1)
      made.push(await storeDelivery(subscriptionId, 'failed', new Date(1e12 + second * 1000)));
    const seen: string[] = [];
    for (let path = '?limit=2'; path !== '';) {
      const page = await get<'listDeliveries'>(
        `/subscriptions/${subscriptionId}/deliveries${path}`,
      );
      expect(page.status).toBe(200);
      seen.push(...page.body.data.map(({ id }) => id));
      path = page.body.nextCursor === undefined ? '' : `?limit=2&cursor=${page.body.nextCursor}`;
    }
    expect(seen).toEqual(made.reverse());
    const foreign = await get(`/subscriptions/${await storeSubscription()}/deliveries?cursor=abc`);
    expect(foreign).toMatchObject({ status: 400, body: { code: 'INVALID_CURSOR' } });
  });

  it('filters by state', async () => {
    const subscriptionId = await storeSubscription();
    const id = await storeDelivery(subscriptionId, 'succeeded');
    await storeDelivery(subscriptionId, 'failed');
    const page = await get<'listDeliveries'>(
      `/subscriptions/${subscriptionId}/deliveries?state=succeeded`,
    );
    expect(page.body.data).toMatchObject([
      { id, state: 'succeeded', attemptCount: 1, lastStatus: 400 },
    ]);
  });

  it('shows every attempt of a delivery', async () => {
    const id = await storeDelivery(await storeSubscription(), 'failed');
    const answer = await get<'getDelivery'>(`/deliveries/${id}`);
    expect(answer.body.data).toMatchObject({
      id,
      state: 'failed',
      attempts: [
        {
          number: 1,
          step: 1,
          trigger: 'automatic',
          status: 400,
          latencyMs: 12,
          responseHeaders: { 'x-a': 'b' },
          responseBody: 'no',
          reason: 'STATUS_REFUSED',
        },
      ],
    });
  });

  it('answers 404 to another tenant and for an unknown id', async () => {
    const subscriptionId = await storeSubscription();
    const id = await storeDelivery(subscriptionId, 'failed');
    for (const answer of [
      await get(`/subscriptions/${subscriptionId}/deliveries`, api.stranger.apiKey),
      await get(`/deliveries/${id}`, api.stranger.apiKey),
      await post(`/deliveries/${id}/redeliver`, undefined, api.stranger.apiKey),
      await post(
        `/subscriptions/${subscriptionId}/redeliver`,
        { since: '2020-01-01T00:00:00Z' },
        api.stranger.apiKey,
      ),
      await get('/deliveries/nonsense'),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    expect(await fenceOf(id)).toMatchObject({ state: 'failed' });
  });
});

describe('redelivery', () => {
  it('restarts the schedule of an ended delivery at an unused step', async () => {
    const id = await storeDelivery(await storeSubscription(), 'exhausted', new Date(), 6);
    const answer = await post(`/deliveries/${id}/redeliver`);
    expect(answer).toMatchObject({ status: 202, body: { data: { id, state: 'pending' } } });
    expect(await fenceOf(id)).toEqual({ state: 'pending', step: 6, schedule_base: 5 });
    expect(await ordersFor(id)).toMatchObject([
      { type: 'DeliveryDue', data: { step: 6, trigger: 'manual' } },
      { type: 'DeliveryStateChanged', data: { state: 'pending', reason: 'REDELIVERY_REQUESTED' } },
    ]);
  });

  it('accepts a pending delivery and keeps its step and schedule', async () => {
    const id = await storeDelivery(await storeSubscription(), 'pending', new Date(), 3);
    expect((await post(`/deliveries/${id}/redeliver`)).status).toBe(202);
    expect(await fenceOf(id)).toEqual({ state: 'pending', step: 3, schedule_base: 0 });
  });

  it('answers 409 while the subscription is inactive', async () => {
    const id = await storeDelivery(await storeSubscription(false), 'suppressed', new Date(), 1);
    expect(await post(`/deliveries/${id}/redeliver`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    expect(await fenceOf(id)).toMatchObject({ state: 'suppressed' });
    expect(await ordersFor(id)).toEqual([]);
  });

  it('counts, but sends nothing, while the subscription is inactive', async () => {
    const subscriptionId = await storeSubscription(false);
    await storeDelivery(subscriptionId, 'suppressed', new Date(), 1);
    const since = '2025-01-01T00:00:00Z';
    const path = `/subscriptions/${subscriptionId}/redeliver`;
    expect((await post<'redeliverSince'>(path, { since, dryRun: true })).body.data).toEqual({
      ...{ redelivered: 0, matching: 1, byState: { suppressed: 1 } },
    });
    expect((await post(path, { since })).status).toBe(409);
  });

  it('starts a recovery for unsuccessful deliveries since a given time', async () => {
    const subscriptionId = await storeSubscription();
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    await storeDelivery(subscriptionId, 'failed', at(0));
    const failed = await storeDelivery(subscriptionId, 'failed', at(10));
    await storeDelivery(subscriptionId, 'suppressed', at(11), 1);
    await storeDelivery(subscriptionId, 'succeeded', at(12));
    const since = at(5).toISOString();
    const path = `/subscriptions/${subscriptionId}/redeliver`;
    expect((await post<'redeliverSince'>(path, { since, dryRun: true })).body.data).toEqual({
      redelivered: 0,
      matching: 2,
      byState: { failed: 1, suppressed: 1 },
    });
    const { status, body } = await post<'redeliverSince'>(path, { since, perSecond: 7 });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({
      subscriptionId,
      since,
      states: ['failed', 'exhausted', 'suppressed'],
      perSecond: 7,
      state: 'running',
      matching: 2,
      redelivered: 0,
    });
    const { id } = body.data;
    expect((await get(`/recoveries/${id}`)).body).toEqual(body);
    expect((await get(`/recoveries/${id}`, api.stranger.apiKey)).status).toBe(404);
    expect(
      (await get<'listRecoveries'>(`/subscriptions/${subscriptionId}/recoveries`)).body.data,
    ).toEqual([body.data]);
    expect((await post<'cancelRecovery'>(`/recoveries/${id}/cancel`)).body.data).toMatchObject({
      state: 'cancelled',
    });
    // The delivery app runs the recovery (apps/delivery).
    expect(await ordersFor(failed)).toEqual([]);
    const wrong = await post(path, { since: 'yesterday' });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'INVALID_REQUEST' } });
  });
});
