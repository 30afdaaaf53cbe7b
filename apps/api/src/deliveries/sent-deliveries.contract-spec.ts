import { beforeAll, describe, expect, it } from '@jest/globals';
import { ownSignature } from '@libs/delivery';
import { createWorkspaceCipher } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { openLogWorkspace } from '../testing/log-workspace.js';
import { insertLogRow } from '../testing/log-rows.js';

const api = openLogWorkspace();
const [rare, executionId] = [randomUUID(), randomUUID()];
const url = 'https://receiver.example/hook';
const secret = 'the secret of this receiver';
const made: string[] = [];

interface StoredDelivery {
  readonly workspaceId?: string;
  readonly subscriptionId?: string;
  readonly state?: string;
  readonly at?: number;
  readonly executionId?: string;
  readonly body?: string;
}

async function store({ workspaceId = api.tenant.workspaceId, ...over }: StoredDelivery) {
  const id = randomUUID();
  const { subscriptionId = rare, state = 'succeeded', at = Date.now(), body = '{"a":"ü"}' } = over;
  await api.pool.query(
    `insert into delivery (id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, attempts, max_attempts,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'evt', $6, $7, 1, 5, $8, $8)`,
    [
      ...[id, subscriptionId, workspaceId, api.workflowId, over.executionId ?? randomUUID(), url],
      ...[state, new Date(at)],
    ],
  );
  await api.pool.query(
    `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, attempts, due_at)
     values ($1, $2, $3, 'evt', 'lane', convert_to($4, 'UTF8'), $5, 2, 1, now())`,
    [id, subscriptionId, workspaceId, body, state],
  );
  return id;
}

async function idsOf(query: string): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined; pages += 1) {
    const path: string = `deliveries?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { status, body } = await api.call<'searchDeliveries'>('GET', path);
    expect([path, status]).toEqual([path, 200]);
    ids.push(...body.data.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  return { ids, pages };
}

beforeAll(async () => {
  const cipher = createWorkspaceCipher(api.database, api.masterKey);
  await api.pool.query(
    `insert into subscription (id, workspace_id, workflow_id, url, include_final_output, include_trace_spans,
       include_rate_limits, include_usage_data, level_filter, trigger_filter, active, header_names, secret_ciphertext)
     values ($1, $2, $3, $4, false, false, false, false, '{info}', '{api}', true, '{Authorization}', $5)`,
    [
      ...[rare, api.tenant.workspaceId, api.workflowId, url],
      await cipher.encrypt(api.tenant.workspaceId, secret, 'subscription-secret'),
    ],
  );
  await insertLogRow(api, { ...api.tenant, workflowId: api.workflowId }, { executionId });
  for (let second = 0; second < 5; second += 1)
    made.push(await store({ at: Date.UTC(2026, 0, 1, 0, 0, second), executionId }));
  await store({ workspaceId: api.stranger.workspaceId, executionId });
});

describe('the deliveries of a workspace', () => {
  it('come once each, newest first, and only its own', async () => {
    const newestFirst = made.toReversed();
    expect(await idsOf('limit=2')).toEqual({ ids: newestFirst, pages: 3 });
    expect((await idsOf(`limit=2&subscriptionId=${rare}`)).ids).toEqual(newestFirst);
    const period = 'from=2026-01-01T00:00:01Z&to=2026-01-01T00:00:03Z';
    expect((await idsOf(period)).ids).toEqual(newestFirst.slice(1, 4));
    expect((await idsOf(`workflowId=${randomUUID()}`)).ids).toEqual([]);
    const key = api.stranger.apiKey;
    const foreign = await api.call('GET', `deliveries?subscriptionId=${rare}`, { key });
    expect(foreign.status).toBe(404);
  });

  it('are found by a rare state page by page, each page looking at a bounded number', async () => {
    const old = await store({ state: 'exhausted', at: Date.UTC(2025, 0, 1) });
    await api.pool.query(
      `insert into delivery (id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, attempts,
         max_attempts, created_at, updated_at)
       select gen_random_uuid(), $1, $2, $3, gen_random_uuid(), 'evt', $4, 'succeeded', 1, 5, t, t
       from (select timestamptz '2025-06-01' + n * interval '1 second' as t from generate_series(1, 20005) n) s`,
      [rare, api.tenant.workspaceId, api.workflowId, url],
    );
    const found = await idsOf('state=exhausted&limit=1');
    expect(found.ids).toEqual([old]);
    expect(found.pages).toBeGreaterThan(2);
  });

  it('are bound to their filters and refuse others by name', async () => {
    const first = await api.call<'searchDeliveries'>('GET', 'deliveries?limit=1');
    const cursor = first.body.nextCursor ?? '';
    for (const query of [`state=failed&cursor=${cursor}`, 'cursor=x', 'state=lost', 'from=today'])
      expect([query, (await api.call('GET', `deliveries?${query}`)).status]).toEqual([query, 400]);
  });
});

describe('the deliveries of an execution', () => {
  it('are those of this workspace, on pages', async () => {
    const path = `executions/${executionId}/deliveries`;
    const { body } = await api.call<'listExecutionDeliveries'>('GET', `${path}?limit=4`);
    expect(body.data.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 4));
    const next = `${path}?cursor=${body.nextCursor}`;
    const rest = await api.call<'listExecutionDeliveries'>('GET', next);
    expect(rest.body.data.map(({ id }) => id)).toEqual(made.slice(0, 1));
    expect((await api.call('GET', path, { key: api.stranger.apiKey })).status).toBe(404);
  });
});

describe('the request of a delivery', () => {
  const firstAt = 1_767_225_600_001;
  const attempt = (id: string, number: number): Promise<unknown> =>
    api.pool.query(
      `insert into delivery_attempt (delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, state)
       values ($1, $2, 1, 'automatic', $3, $4, 12, 'failed')`,
      [id, number, `${url}/${number}`, new Date(firstAt - 1 + number)],
    );
  const requestOf = async (id: string, query = '') =>
    (await api.call<'getDeliveryRequest'>('GET', `deliveries/${id}/request${query}`)).body.data;
  const headersOf = ({ headers }: Awaited<ReturnType<typeof requestOf>>) =>
    Object.fromEntries(headers.map(({ name, value }) => [name, value]));

  it('has the body as signed and the headers of an attempt, without static values', async () => {
    const [id = ''] = made;
    for (const number of [1, 2]) await attempt(id, number);
    await api.pool.query(`update subscription set secret_set_at = '2025-12-31' where id = $1`, [
      rare,
    ]);
    const body = await requestOf(id);
    const signatureAt = (at: number) => ownSignature([secret], at, Buffer.from('{"a":"ü"}'));
    expect(body).toMatchObject({
      ...{ method: 'POST', url: `${url}/2`, body: '{"a":"ü"}', bodyBytes: 10, attempt: 2 },
      ...{ signedWith: 'current', secretRotatedSince: false },
      attempts: [
        { number: 2, timestampMs: firstAt + 1, signature: signatureAt(firstAt + 1) },
        { number: 1, signature: signatureAt(firstAt) },
      ],
    });
    expect(headersOf(body)).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Flowledger-Webhooks/1',
      'service-event': 'workflow.execution.completed',
      'service-timestamp': String(firstAt + 1),
      'service-delivery-id': id,
      'idempotency-key': id,
      'service-signature': signatureAt(firstAt + 1),
      'webhook-id': id,
      'webhook-timestamp': '1767225600',
      'webhook-signature': expect.stringMatching(/^v1,/),
      Authorization: null,
    });
    const first = await requestOf(id, '?attempt=1');
    expect(first).toMatchObject({ attempt: 1, url: `${url}/1` });
    expect(headersOf(first)['service-signature']).toBe(signatureAt(firstAt));
    const path = `deliveries/${id}/request?attempt=`;
    expect((await api.call('GET', `${path}9`)).status).toBe(404);
    expect((await api.call('GET', `${path}0`)).status).toBe(400);
  });

  it('says whether the secret was rotated since, and when the old one is gone', async () => {
    const [id = ''] = made;
    const before = headersOf(await requestOf(id))['service-signature'];
    const rotate = (previousValidForSeconds: number) =>
      api.call('POST', `subscriptions/${rare}/rotate-secret`, {
        body: { previousValidForSeconds },
      });
    expect((await rotate(3_600)).status).toBe(200);
    const kept = await requestOf(id);
    expect(kept).toMatchObject({ signedWith: 'replaced', secretRotatedSince: true });
    expect(headersOf(kept)['service-signature']).toBe(before);
    await rotate(0);
    const gone = await requestOf(id);
    expect(gone).toMatchObject({ signedWith: 'gone', secretRotatedSince: true });
    expect(headersOf(gone)).toMatchObject({ 'service-signature': null, 'webhook-signature': null });
    expect(gone.attempts[0]).toMatchObject({ signature: null, signedWith: 'gone' });
    expect(JSON.stringify([kept, gone])).not.toContain(secret);
  });

  it('says when the body is gone, and is not found by strangers', async () => {
    const [, id = ''] = made;
    await api.pool.query('delete from delivery_fence where delivery_id = $1', [id]);
    const { body } = await api.call<'getDeliveryRequest'>('GET', `deliveries/${id}/request`);
    expect(body.data).toMatchObject({ body: null, bodyBytes: null, attempts: [] });
    const key = api.stranger.apiKey;
    expect((await api.call('GET', `deliveries/${id}/request`, { key })).status).toBe(404);
  });
});
