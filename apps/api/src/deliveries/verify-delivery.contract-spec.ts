import { beforeAll, describe, expect, it } from '@jest/globals';
import { ownSignature } from '@libs/delivery';
import { createMember } from '../testing/test-database.js';
import { type FullWorkspace, fillWorkspace } from '../testing/full-workspace.js';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi();
const secret = 'the secret of this receiver';
const startedAt = Date.now();
let place: FullWorkspace;

const verify = (body: object, key = place.apiKey) =>
  api.call<'verifyDelivery'>('POST', `deliveries/${place.ids.delivery}/verify`, { key, body });
const verdictOf = async (body: object) => (await verify(body)).body.data;

const attempt = (number: number, at: number): Promise<unknown> =>
  api.pool.query(
    `insert into delivery_attempt (delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, state)
     values ($1, $2, 1, 'automatic', 'https://receiver.example/hook', $3, 12, 'failed')`,
    [place.ids.delivery, number, new Date(at)],
  );

beforeAll(async () => {
  place = await fillWorkspace(api, api.tenant);
  const { workspaceSubscription } = place.ids;
  const changed = await api.call('PATCH', `subscriptions/${workspaceSubscription}`, {
    body: { secret },
  });
  expect(changed.status).toBe(200);
  await api.pool.query(`update subscription set secret_set_at = '2025-12-31' where id = $1`, [
    workspaceSubscription,
  ]);
});

describe('the check of a delivery', () => {
  it('says that nothing was signed before the first attempt', async () => {
    expect(await verdictOf({})).toMatchObject({
      ...{ attempt: null, matches: false, differs: ['unsigned'] },
    });
  });

  it('compares what a receiver got with what was sent', async () => {
    for (const number of [1, 2]) await attempt(number, startedAt + number);
    const signature = ownSignature([secret], startedAt + 1, Buffer.from('bytes'));
    expect(await verdictOf({ signature })).toEqual({
      deliveryId: place.ids.delivery,
      ...{ attempt: 1, matches: true, signedWith: 'current', differs: [], bodyDiffersAt: null },
    });
    expect(await verdictOf({ signature, body: 'bites' })).toMatchObject({
      ...{ matches: false, differs: ['body'], bodyDiffersAt: 1 },
    });
    expect(await verdictOf({ signature, attempt: 2 })).toMatchObject({ attempt: 2, matches: true });
    expect(await verdictOf({ signature: 'none' })).toMatchObject({ differs: ['format'] });
    expect(await verdictOf({ attempt: 2 })).toMatchObject({ attempt: 2, matches: true });
  });

  it('knows the secrets that are still promised, and no others', async () => {
    const rotate = (previousValidForSeconds: number) =>
      api.call('POST', `subscriptions/${place.ids.workspaceSubscription}/rotate-secret`, {
        body: { previousValidForSeconds },
      });
    const signature = ownSignature([secret], startedAt + 1, Buffer.from('bytes'));
    await rotate(3_600);
    expect(await verdictOf({ signature })).toMatchObject({ signedWith: 'replaced' });
    await rotate(0);
    const [pasted, own] = [await verdictOf({ signature }), await verdictOf({ attempt: 1 })];
    for (const verdict of [pasted, own])
      expect(verdict).toMatchObject({ matches: false, differs: ['secret'] });
  });

  it('answers 404 for an attempt that was not made, and refuses what is too long', async () => {
    expect((await verify({ attempt: 9 })).status).toBe(404);
    for (const body of [
      { attempt: 0 },
      { signature: '' },
      { signature: 'x'.repeat(2_001) },
      { body: 'x'.repeat(512 * 1_024 + 1) },
      { timestamp: 'now' },
      { secret },
    ])
      expect([Object.keys(body), (await verify(body)).status]).toEqual([Object.keys(body), 422]);
  });

  it('is open to a viewer, recorded, and never returns a secret or a signature', async () => {
    const { apiKey: key } = await createMember(api, api.tenant, 'viewer');
    const signature = ownSignature([secret], 1, Buffer.from('bytes'));
    const { status, body } = await verify({ signature }, key);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/[0-9a-f]{64}|the secret/);
    const audit = await api.call<'listAuditEvents'>('GET', 'audit?action=verifyDelivery');
    expect(audit.status).toBe(200);
    expect(audit.body.data.length).toBeGreaterThan(0);
    expect(JSON.stringify(audit.body)).not.toContain(signature);
    expect((await verify({}, api.stranger.apiKey)).status).toBe(404);
  });
});
