import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.js';
import { openTestApi } from '../testing/open-test-api.js';
import {
  type Answer,
  type HttpMethod,
  type Refusal,
  type TestApi,
  validDefinition,
} from '../testing/test-api.js';
import { createMember, createTenant, type Member } from '../testing/test-database.js';

const api = openTestApi();
let other: TestApi;
let owner: Member;

beforeAll(async () => {
  other = await api.another();
  owner = await createMember(api, api.tenant, 'owner');
});

const membersPath = (userId = ''): string =>
  `/api/v1/workspaces/${api.tenant.workspaceId}/members${userId === '' ? '' : `/${userId}`}`;
const asOwner = <Of = Refusal>(
  method: HttpMethod,
  path: string,
  body?: object,
): Promise<Answer<Of>> =>
  api.request(method, path, { key: owner.apiKey, ...(body !== undefined && { body }) });
const keyOf = async (userId: string | null, more: object = {}): Promise<string> => {
  const made = await asOwner<'createApiKey'>('POST', '/api/v1/api-keys', {
    name: 'k',
    userId,
    ...more,
  });
  expect(made.status).toBe(201);
  return made.body.data.key ?? '';
};
/** Instances cache key lookups for one second. */
const soon = (instance: TestApi, key: string, status: number): Promise<unknown> =>
  eventually(
    `status ${status}`,
    async () => (await instance.request('GET', '/api/v1/me', { key })).status === status,
  );

describe('members', () => {
  it('are added by email, use their own keys and appear in the audit trail', async () => {
    const email = `Ada.${randomUUID()}@Example.com`;
    const added = await asOwner<'addMember'>('POST', membersPath(), {
      email,
      name: 'Ada',
      role: 'editor',
    });
    expect(added.status).toBe(201);
    expect(added.body.data).toMatchObject({
      email: email.toLowerCase(),
      name: 'Ada',
      role: 'editor',
    });
    const userId = added.body.data.userId;
    const key = await keyOf(userId);
    const me = await api.call<'getCaller'>('GET', 'me', { key });
    expect(me.body.data).toMatchObject({
      userId,
      role: 'editor',
      workspaceId: api.tenant.workspaceId,
    });
    const body = { name: 'Hers', definition: validDefinition(randomUUID()) };
    const made = await api.call<'createWorkflow'>('POST', 'workflows', { key, body });
    expect(made.status).toBe(201);
    const trail = await asOwner<'listAuditEvents'>('GET', '/api/v1/audit?action=createWorkflow');
    expect(trail.body.data[0]).toMatchObject({ userId, targetId: made.body.data.id });
    const again = await asOwner('POST', membersPath(), { email, role: 'viewer' });
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('may read as viewers, change workflows as editors, and list keys only as owners', async () => {
    const viewer = await createMember(api, api.tenant, 'viewer');
    const body = { name: 'Not hers', definition: validDefinition(randomUUID()) };
    const read = await api.call('GET', 'workflows', { key: viewer.apiKey });
    expect(read.status).toBe(200);
    const refused = await api.call('POST', 'workflows', { key: viewer.apiKey, body });
    expect([refused.status, refused.body.code]).toEqual([403, 'MISSING_ROLE']);
    await asOwner('PATCH', membersPath(viewer.userId), { role: 'editor' });
    for (const instance of [api, other]) {
      await eventually('the new role', async () => {
        const made = await instance.request('POST', '/api/v1/workflows', {
          key: viewer.apiKey,
          body: { name: 'Now', definition: validDefinition(randomUUID()) },
        });
        return made.status === 201;
      });
    }
    const keys = await api.call('GET', 'api-keys', { key: viewer.apiKey });
    expect(keys.body.code).toBe('MISSING_ROLE');
  });

  it('lose every key with their membership on all instances, also after they return', async () => {
    const leaving = await createMember(api, api.tenant, 'owner');
    const second = await keyOf(leaving.userId);
    const shared = await keyOf(null, { role: 'viewer' });
    for (const key of [leaving.apiKey, second, shared]) await soon(other, key, 200);
    expect((await asOwner('DELETE', membersPath(leaving.userId))).status).toBe(204);
    for (const instance of [api, other])
      for (const key of [leaving.apiKey, second]) await soon(instance, key, 401);
    await soon(other, shared, 200);
    const email = `${leaving.userId}@example.com`;
    const back = await asOwner<'addMember'>('POST', membersPath(), { email, role: 'owner' });
    expect(back.body.data.userId).toBe(leaving.userId);
    const { rows } = await api.pool.query(
      'select 1 from api_key where user_id = $1 and revoked_at is null',
      [leaving.userId],
    );
    expect(rows).toEqual([]);
    await asOwner('DELETE', membersPath(leaving.userId));
  });

  it('keep one owner when one of two is demoted while the other is removed', async () => {
    const place = await createTenant(api);
    const [one, two] = [
      await createMember(api, place, 'owner'),
      await createMember(api, place, 'owner'),
    ];
    const path = (userId: string): string =>
      `/api/v1/workspaces/${place.workspaceId}/members/${userId}`;
    const answers = await Promise.all([
      api.request('PATCH', path(two.userId), { key: place.apiKey, body: { role: 'viewer' } }),
      other.request('DELETE', path(one.userId), { key: place.apiKey }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
    const { rows } = await api.pool.query(
      "select user_id from workspace_member where workspace_id = $1 and role = 'owner'",
      [place.workspaceId],
    );
    const [left] = rows as { user_id: string }[];
    expect(rows).toHaveLength(1);
    const last = await api.request('DELETE', path(left!.user_id), { key: place.apiKey });
    expect([last.status, last.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('get no key in another workspace and can not read or remove its members', async () => {
    const away = await createTenant(api);
    const stranger = await createMember(api, away, 'owner');
    const made = await asOwner<'createApiKey'>('POST', '/api/v1/api-keys', {
      name: 'x',
      userId: stranger.userId,
    });
    expect(made.status).toBe(404);
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await api.request(method, membersPath(owner.userId), { key: stranger.apiKey });
      expect(answer.status).toBe(404);
    }
    expect((await asOwner('GET', membersPath(stranger.userId))).status).toBe(404);
  });

  it('are listed in pages, and their keys accept no separate role', async () => {
    await createMember(api, api.tenant, 'viewer');
    const first = await asOwner<'listMembers'>('GET', `${membersPath()}?limit=1`);
    const cursor = encodeURIComponent(first.body.nextCursor ?? '');
    const rest = await asOwner<'listMembers'>('GET', `${membersPath()}?cursor=${cursor}`);
    const all = await asOwner<'listMembers'>('GET', membersPath());
    expect([...first.body.data, ...rest.body.data]).toEqual(all.body.data);
    const role = await asOwner('POST', '/api/v1/api-keys', {
      name: 'x',
      userId: owner.userId,
      role: 'viewer',
    });
    expect([role.status, role.body.details[0]?.field]).toEqual([422, 'role']);
  });

  it('own the workspaces they create, and owners own those a workspace key creates', async () => {
    const ownersOf = async (key: string): Promise<unknown[]> => {
      const made = await api.call<'createWorkspace'>('POST', 'workspaces', {
        key,
        body: { name: 'New' },
      });
      const { id, apiKey } = made.body.data;
      const members = await api.call<'listMembers'>('GET', `workspaces/${id}/members`, {
        key: apiKey.key,
      });
      return members.body.data.map((one) => [one.userId, one.role]);
    };
    const place = await createTenant(api);
    const [one, two] = [
      await createMember(api, place, 'owner'),
      await createMember(api, place, 'owner'),
    ];
    await createMember(api, place, 'viewer');
    expect(await ownersOf(one.apiKey)).toEqual([[one.userId, 'owner']]);
    const both = await ownersOf(place.apiKey);
    expect(both.sort()).toEqual(
      [
        [one.userId, 'owner'],
        [two.userId, 'owner'],
      ].sort(),
    );
  });
});

describe('a revoked key', () => {
  it('is refused by every instance, also while it is in use', async () => {
    const made = await asOwner<'createApiKey'>('POST', '/api/v1/api-keys', {
      name: 'leaked',
      userId: null,
      role: 'viewer',
    });
    const { id, key } = made.body.data;
    const statusAt = async (instance: TestApi): Promise<number> =>
      (await instance.request('GET', '/api/v1/me', { key })).status;
    for (const instance of [api, other]) expect(await statusAt(instance)).toBe(200);
    expect((await asOwner('DELETE', `/api/v1/api-keys/${id}`)).status).toBe(204);
    const refusedBy = (instance: TestApi): Promise<unknown> =>
      eventually('401', async () => (await statusAt(instance)) === 401);
    await Promise.all([refusedBy(other), refusedBy(api)]);
    const refused = await other.request('GET', '/api/v1/me', { key });
    expect([refused.status, refused.body.code]).toEqual([401, 'INVALID_API_KEY']);
  });
});
