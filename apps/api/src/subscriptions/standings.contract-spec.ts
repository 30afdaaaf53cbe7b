import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openSubscribedWorkflow, receiverUrl } from '../testing/subscribed-workflow.js';
import { createTenant } from '../testing/test-database.js';

const api = openSubscribedWorkflow();
const hourMs = 3_600_000;
const thisHour = Math.floor(Date.now() / hourMs) * hourMs;
let id = '';

async function standing(query = '?include=standing,stats24h') {
  const { body } = await api.subscriptions('GET', `/${id}${query}`);
  return body.data;
}

const insertDelivery = (state: string, updatedAt: Date): Promise<unknown> =>
  api.pool.query(
    `insert into delivery (id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, attempts,
       max_attempts, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, gen_random_uuid(), 'evt', $4, $5, 0, 5, $6, $6)`,
    [id, api.tenant.workspaceId, api.workflowId, receiverUrl, state, updatedAt],
  );

const setBreaker = (state: string, renewedAgo = '0 seconds'): Promise<unknown> =>
  api.pool.query(
    `insert into subscription_breaker (subscription_id, state, opened_at, next_probe_at, owner, renewed_at)
     values ($1, $2, $3, $4, gen_random_uuid(), now() - $5::interval)
     on conflict (subscription_id) do update set state = excluded.state, renewed_at = excluded.renewed_at`,
    [id, state, new Date(thisHour), new Date(thisHour + 5_000), renewedAgo],
  );

beforeAll(async () => {
  id = (await api.subscriptions('POST', '', { url: receiverUrl })).body.data.id;
});

describe('the standing of a receiver', () => {
  it('is that of a new subscription before anything is sent', async () => {
    expect(await standing()).toMatchObject({
      workflowName: 'w',
      breaker: { state: 'closed', since: null, reason: null, heldBack: 0, nextProbeAt: null },
      ...{ lastAttempt: null, offSince: null, suppressed: 0 },
      stats24h: { succeeded: 0, failed: 0, givenUp: 0 },
    });
    expect((await standing('')).breaker).toBeUndefined();
  });

  it('tells what waits while its breaker is not closed, and when the next probe goes out', async () => {
    for (let n = 0; n < 3; n += 1) await insertDelivery('pending', new Date());
    await setBreaker('open');
    expect((await standing()).breaker).toEqual({
      ...{ state: 'open', since: new Date(thisHour).toISOString(), reason: 'NO_ANSWER' },
      ...{ heldBack: 3, nextProbeAt: new Date(thisHour + 5_000).toISOString() },
    });
    await setBreaker('probing');
    expect((await standing()).breaker?.state).toBe('probing');
  });

  it('is closed when the process that told otherwise is gone', async () => {
    await setBreaker('open', '2 minutes');
    expect((await standing()).breaker).toMatchObject({ state: 'closed', heldBack: 0 });
  });

  it('has the last attempt of all partitions, with its error when no answer came', async () => {
    for (const [partition, status] of [
      [0, 200],
      [1, null],
    ])
      await api.pool.query(
        `insert into subscription_attempt (workspace_id, subscription_id, ledger_partition, started_at, latency_ms, status, error_code)
         values ($1, $2, $3, $4, 30, $5, $6)`,
        [
          ...[api.tenant.workspaceId, id, partition, new Date(thisHour + Number(partition))],
          ...[status, status === null ? 'TIMEOUT' : null],
        ],
      );
    const at = new Date(thisHour + 1).toISOString();
    expect((await standing()).lastAttempt).toEqual({
      ...{ at, status: null, errorCode: 'TIMEOUT', latencyMs: 30 },
    });
  });

  it('has the attempts of a day by hour', async () => {
    for (const [hoursAgo, succeeded, failed, givenUp] of [
      [0, 2, 1, 1],
      [23, 5, 0, 0],
      [24, 100, 0, 0],
    ] as const)
      for (const bucket of [3, 9])
        await api.pool.query(
          `insert into delivery_stats (workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket,
             succeeded, failed, given_up)
           values ($1, 60, $2, $3, 0, $4, $5, $6, $7)`,
          [
            ...[api.tenant.workspaceId, new Date(thisHour - hoursAgo * hourMs), id],
            ...[bucket, succeeded, failed, givenUp],
          ],
        );
    const { stats24h } = await standing();
    expect(stats24h).toMatchObject({ succeeded: 14, failed: 2, givenUp: 2 });
    expect(stats24h?.hours).toHaveLength(24);
    expect(stats24h?.hours[0]).toMatchObject({ succeeded: 10, failed: 0, givenUp: 0 });
    expect(stats24h?.hours[23]).toMatchObject({ succeeded: 4, failed: 2, givenUp: 2 });
  });

  it('says why it is off, since when, and how many deliveries were kept since', async () => {
    await insertDelivery('suppressed', new Date(Date.now() - hourMs));
    await api.subscriptions('PATCH', `/${id}`, { active: false });
    await insertDelivery('suppressed', new Date());
    const off = await standing();
    expect(off).toMatchObject({ suppressed: 1, offSince: expect.any(String) });
    expect(off.breaker).toEqual({
      ...{ state: 'deactivated', since: off.offSince, reason: 'SWITCHED_OFF' },
      ...{ heldBack: 0, nextProbeAt: null },
    });
    await api.pool.query(
      `update subscription set deactivated_reason = 'GONE', deactivated_at = now() where id = $1`,
      [id],
    );
    expect((await standing()).breaker?.reason).toBe('GONE');
  });

  it('is in the list of the workspace, for each subscription its own, and of nobody else', async () => {
    const other = await api.call<'createWorkspaceSubscription'>('POST', 'subscriptions', {
      body: { url: receiverUrl },
    });
    const { body } = await api.call<'listWorkspaceSubscriptions'>(
      'GET',
      'subscriptions?include=standing,stats24h',
    );
    const found = new Map(body.data.map((one) => [one.id, one]));
    expect(found.get(id)?.breaker?.state).toBe('deactivated');
    expect(found.get(other.body.data.id)).toMatchObject({
      ...{ workflowName: null, lastAttempt: null, breaker: { state: 'closed' } },
      stats24h: { succeeded: 0 },
    });
    const { apiKey: key } = await createTenant(api);
    const theirs = `subscriptions/${id}?include=standing`;
    expect((await api.call('GET', theirs, { key })).status).toBe(404);
    const list = await api.call<'listWorkspaceSubscriptions'>(
      'GET',
      'subscriptions?include=standing',
      { key },
    );
    expect(list.body.data).toEqual([]);
    const wrong = await api.call('GET', `subscriptions?include=${randomUUID()}`);
    expect(wrong.status).toBe(400);
  });
});
