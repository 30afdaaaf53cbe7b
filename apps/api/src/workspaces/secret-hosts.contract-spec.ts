import { describe, expect, it } from '@jest/globals';
import { createWorkspaceCipher } from '@libs/persistence';
import { openTestApi } from '../testing/open-test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();

const path = (name: string): string => `workspaces/${api.tenant.workspaceId}/secrets/${name}`;
const put = (name: string, body: object, key = api.tenant.apiKey) =>
  api.call<'putSecret'>('PUT', path(name), { body, key });
const hostsOf = async (name: string) =>
  (await api.call<'getSecret'>('GET', path(name))).body.data.allowedHosts;

async function valueOf(name: string): Promise<string> {
  const { workspaceId } = api.tenant;
  const { rows } = await api.pool.query<{ ciphertext: Buffer }>(
    'select ciphertext from workspace_secret where workspace_id = $1 and name = $2',
    [workspaceId, name],
  );
  const cipher = createWorkspaceCipher(api.database, api.masterKey);
  return cipher.decrypt(workspaceId, rows[0]!.ciphertext, `secret:${name}`);
}

describe('the hosts that a secret may be sent to', () => {
  it('are none by default, are set with the value or alone, and are shown', async () => {
    expect((await put('A', { value: 'the-first' })).body.data).toMatchObject({ allowedHosts: [] });
    const hosts = [' API.Example.com. ', '*.example.com', 'api.example.com', 'bücher.example:8443'];
    const alone = await put('A', { allowedHosts: hosts });
    const kept = ['api.example.com', '*.example.com', 'xn--bcher-kva.example:8443'];
    expect(alone.body.data.allowedHosts).toEqual(kept);
    expect(await valueOf('A')).toBe('the-first');
    const listed = await api.call<'listSecrets'>(
      'GET',
      `workspaces/${api.tenant.workspaceId}/secrets`,
    );
    expect(listed.body.data).toContainEqual(expect.objectContaining({ allowedHosts: kept }));
    const both = await put('A', { value: 'the-second', allowedHosts: ['a.example'] });
    expect([both.body.data.allowedHosts, await valueOf('A')]).toEqual([
      ['a.example'],
      'the-second',
    ]);
  });

  it('stay when the value is changed, and are removed by an empty list only', async () => {
    await put('B', { value: 'the-first', allowedHosts: ['a.example'] });
    await put('B', { value: 'the-second' });
    expect([await hostsOf('B'), await valueOf('B')]).toEqual([['a.example'], 'the-second']);
    await put('B', { allowedHosts: [] });
    expect([await hostsOf('B'), await valueOf('B')]).toEqual([[], 'the-second']);
  });

  it.each([
    [['https://api.example.com'], 'allowedHosts[0]', 'has a scheme'],
    [['ok.example', 'a.example/path'], 'allowedHosts[1]', 'is more than a host'],
    [['*.com'], 'allowedHosts[0]', 'at least two parts'],
    [['a'.repeat(300)], 'allowedHosts[0]', '261'],
    [Array.from({ length: 51 }, (_, n) => `h${n}.example`), 'allowedHosts', '50'],
  ])('are refused when they are not hosts: %j', async (allowedHosts, field, message) => {
    const { status, body } = await api.call('PUT', path('C'), {
      body: { value: 'a-secret', allowedHosts },
    });
    expect([status, body.details[0]?.field]).toEqual([422, field]);
    expect(body.details[0]?.message).toContain(message);
  });

  it('need a secret: hosts alone create none, and an empty body changes nothing', async () => {
    const none = await api.call('PUT', path('NONE'), { body: { allowedHosts: ['a.example'] } });
    expect([none.status, none.body.details]).toEqual([
      422,
      [{ field: 'value', message: 'Required: there is no secret "NONE" yet' }],
    ]);
    const empty = await api.call('PUT', path('NONE'), { body: {} });
    expect([empty.status, empty.body.details[0]?.field]).toEqual([422, 'value']);
    const foreign = await put('A', { allowedHosts: ['e.example'] }, api.stranger.apiKey);
    expect(foreign.status).toBe(404);
  });

  it('are reduced by an editor, and extended by an owner or with a new value only', async () => {
    const editor = await createMember(api, api.tenant, 'editor');
    const asEditor = (body: object) => put('D', body, editor.apiKey);
    await put('D', { value: 'the-first' });
    expect((await asEditor({ allowedHosts: ['a.example', 'b.example'] })).status).toBe(200);
    expect((await asEditor({ allowedHosts: ['b.example'] })).status).toBe(200);
    for (const allowedHosts of [['b.example', 'evil.example'], ['evil.example'], []]) {
      const { status, body } = await api.call('PUT', path('D'), {
        ...{ key: editor.apiKey, body: { allowedHosts } },
      });
      expect([status, body.code]).toEqual([403, 'MISSING_ROLE']);
    }
    expect(await hostsOf('D')).toEqual(['b.example']);
    expect((await put('D', { allowedHosts: ['b.example', 'c.example'] })).status).toBe(200);
    expect((await asEditor({ value: 'the-second', allowedHosts: [] })).status).toBe(200);
    expect(await valueOf('D')).toBe('the-second');
  });
});
