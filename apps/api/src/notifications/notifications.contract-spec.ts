import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';
import { validDefinition } from '../testing/test-api.js';
import { createMember, createTenant, type Tenant } from '../testing/test-database.js';

const api = openTestApi();
/** The last noon: the rows of a group are of one day. */
const now = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000;
const minute = 60_000;
let [workflow, other] = ['', ''];

interface Noted {
  readonly kind?: string;
  readonly workflowId?: string;
  readonly partition?: number;
  readonly at?: number;
  readonly count?: number;
  readonly executionId?: string;
  readonly tenant?: Tenant;
}

async function note(noted: Noted = {}): Promise<void> {
  const { kind = 'schedule-failed', workflowId = workflow, partition = 0, at = now } = noted;
  const { count = 1, executionId = randomUUID(), tenant = api.tenant } = noted;
  await api.pool.query(
    `insert into notification (workspace_id, day, kind, workflow_id, ledger_partition, first_at, last_at, count, execution_id, code)
     values ($1, ($5::timestamptz at time zone 'UTC')::date, $2, $3, $4, $5::timestamptz - interval '1 second', $5, $6, $7, 'TIMEOUT')`,
    [tenant.workspaceId, kind, workflowId, partition, new Date(at), count, executionId],
  );
}

const list = (query = '', key = api.tenant.apiKey) =>
  api.call<'listNotifications'>('GET', `notifications?${query}`, { key });
const read = (upTo: unknown, key = api.tenant.apiKey) =>
  api.call('PUT', 'notifications/read', { key, body: { upTo } });

let subscriptionId = '';
const executionId = randomUUID();

beforeAll(async () => {
  workflow = await api.deploy(validDefinition(randomUUID()));
  other = await api.deploy(validDefinition(randomUUID()));
  const url = 'https://receiver.example/hook';
  const made = await api.call<'createWorkspaceSubscription'>('POST', 'subscriptions', {
    body: { url },
  });
  subscriptionId = made.body.data.id;
  await api.pool.query(
    `update subscription set active = false, deactivated_at = $2, deactivated_reason = 'GONE' where id = $1`,
    [subscriptionId, new Date(now - 2 * minute)],
  );
  await note({ partition: 3, at: now - minute, count: 4 });
  await note({ partition: 1, count: 2, executionId });
  await note({ kind: 'approval-asked', workflowId: other, at: now - 3 * minute });
  await note({ at: now - 31 * 86_400_000 });
  await note({ tenant: api.stranger, at: now });
});

describe('notifications', () => {
  it('are one for each kind, workflow and day, newest first, with what they link to', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    const nothing = { executionId: null, subscriptionId: null, url: null, count: 1, unread: true };
    expect(body).toMatchObject({
      unread: 3,
      data: [
        {
          ...nothing,
          ...{ kind: 'schedule-failed', count: 6, workflowId: workflow, executionId },
          ...{ at: new Date(now).toISOString(), code: 'TIMEOUT' },
          firstAt: new Date(now - minute - 1_000).toISOString(),
        },
        {
          ...nothing,
          ...{ kind: 'subscription-off', subscriptionId, code: 'GONE', workflowId: null },
          url: 'https://receiver.example/hook',
        },
        { kind: 'approval-asked', workflowId: other, unread: true },
      ],
    });
    expect(body.data).toHaveLength(3);
    expect(body.data[0]?.workflowName).toEqual(expect.any(String));
    expect('nextCursor' in body).toBe(false);
  });

  it('come once each on pages of one, and after an id only later ones', async () => {
    const ids = (await list()).body.data.map(({ id }) => id);
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { body } = await list(`limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(ids);
    for (const at of [0, 1, 2]) {
      const { body } = await list(`after=${ids[at]}`);
      expect(body.data.map(({ id }) => id)).toEqual(ids.slice(0, at));
    }
  });

  it('are read by each member, not by the others, and never unread again', async () => {
    const place = await createTenant(api);
    for (const ago of [0, 1, 2]) await note({ tenant: place, workflowId: randomUUID(), at: now - ago }); // prettier-ignore
    const [one, two] = [
      await createMember(api, place, 'viewer'),
      await createMember(api, place, 'editor'),
    ];
    const [newest, middle, oldest] = (await list('', one.apiKey)).body.data.map(({ id }) => id);
    const unreadOf = async (key: string): Promise<number> => (await list('', key)).body.unread;
    const reads: readonly (readonly [string | undefined, number])[] = [
      [middle, 1],
      [oldest, 1],
      [newest, 0],
    ];
    for (const [id, unread] of reads) {
      expect((await read(id, one.apiKey)).status).toBe(204);
      expect(await unreadOf(one.apiKey)).toBe(unread);
    }
    expect(await unreadOf(two.apiKey)).toBe(3);
    // A workspace key reads by itself, and so does another one.
    const made = await api.call<'createApiKey'>('POST', 'api-keys', {
      ...{ key: place.apiKey, body: { name: 'other' } },
    });
    const otherKey = made.body.data.key ?? '';
    expect((await read(newest, place.apiKey)).status).toBe(204);
    expect([await unreadOf(place.apiKey), await unreadOf(otherKey)]).toEqual([0, 3]);
    const { data } = (await list('', one.apiKey)).body;
    expect(data.map(({ unread }) => unread)).toEqual([false, false, false]);
  });

  it('that are yet to come stay unread, whatever a caller says', async () => {
    const place = await createTenant(api);
    await read(`99999999999999.schedule-failed.${workflow}`, place.apiKey);
    await note({ tenant: place, at: Date.now() + 5 * minute });
    expect((await list('', place.apiKey)).body.unread).toBe(1);
  });

  it('count up to 100 unread ones', async () => {
    const place = await createTenant(api);
    for (let n = 0; n < 105; n += 1)
      await note({ tenant: place, workflowId: randomUUID(), at: now - n });
    const { body } = await list('limit=1000', place.apiKey);
    expect([body.unread, body.data.length]).toEqual([100, 105]);
  });

  it('are refused by ids and cursors that a caller made up', async () => {
    const uuid = randomUUID();
    const wrong = [
      ...['', 'x', '1.schedule-failed.x', `1780302896789.other.${uuid}`],
      ...[`-780302896789.schedule-failed.${uuid}`, `1e12.schedule-failed.${uuid}`],
      ...[`178030289678900.schedule-failed.${uuid}`, `1780302896789.schedule-failed.${uuid}0`],
    ];
    for (const id of wrong) {
      expect([id, (await list(`after=${id}`)).status]).toEqual([id, 400]);
      expect([id, (await read(id)).status]).toEqual([id, 422]);
    }
    expect((await read(7)).status).toBe(422);
    const nul = `1780302896789.schedule-failed.${uuid}\u0000`;
    expect((await read(nul)).status).toBe(400);
    expect((await list(`after=${encodeURIComponent(nul)}`)).status).toBe(400);
    const name = `notifications:${api.tenant.workspaceId}:`;
    for (const key of [
      [-8.64e15, 'a', uuid],
      [1e16, 'a', uuid],
      [1, '\u0000', uuid],
      [1, 'a', 'b'],
      [],
    ]) {
      const cursor = Buffer.from(JSON.stringify([name, ...key])).toString('base64url');
      expect([key, (await list(`cursor=${cursor}`)).status]).toEqual([key, 400]);
    }
    const far = Buffer.from(JSON.stringify([name, 8.64e15, 'a', uuid])).toString('base64url');
    expect((await list(`cursor=${far}`)).status).toBe(200);
  });

  it('of another workspace are neither listed nor counted', async () => {
    const { body } = await list('', api.stranger.apiKey);
    expect(body).toMatchObject({ unread: 1, data: [{ workflowId: workflow, workflowName: null }] });
    expect(body.data).toHaveLength(1);
  });
});
