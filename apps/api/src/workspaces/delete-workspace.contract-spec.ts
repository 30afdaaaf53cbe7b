import { describe, expect, it } from '@jest/globals';
import { createWorkspaceCipher, eraseWorkspace, eraseWorkspaceRows } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { fillEveryTable } from '../testing/full-workspace.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant } from '../testing/test-database.js';

const api = openTestApi({ env: { FLOWLEDGER_SYNC_TIMEOUT_MS: '50' } });

/** Tables whose rows belong to a workspace, directly or through a record in one. */
const ownedTables = `c.relname in (select i.table_name from information_schema.columns i where i.table_schema = 'public'
  and i.column_name in ('workspace_id', 'workflow_id', 'subscription_id', 'execution_id', 'delivery_id'))`;

/** Partitions count as their table. */
async function tables(matching = 'true'): Promise<string[]> {
  const { rows } = await api.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and ${matching}
     order by c.relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

/** Tables with a row whose text contains one of these. */
async function tablesWith(...texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of await tables()) {
    const { rowCount } = await api.pool.query(
      `select from "${name}" t, unnest($1::text[]) as of (text) where position(of.text in t::text) > 0 limit 1`,
      [texts],
    );
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

/** Gives up after a minute; the next expectation then shows which rows are left. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds()) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('the deletion of a workspace', () => {
  it('erases its keys and its rows in every table, and no rows of others', async () => {
    const [gone, stays] = [await createTenant(api), await createTenant(api)];
    const filled = await fillEveryTable(api, gone);
    const url = await api.triggerPath(filled.mark, gone.apiKey);
    const other = await fillEveryTable(api, stays);
    const [ids, email] = [Object.values(filled.ids), `${filled.mark}@example.com`];
    // Publishing empties the outbox continuously, with or without a deletion.
    const owned = (await tables(ownedTables)).filter((name) => name !== 'audit_outbox');
    expect(await tablesWith(email)).toEqual(['app_user']);
    const before = await tablesWith(...ids);
    // When this fails for a new table: fill it in full-workspace.ts and erase it in
    // erase-workspace.ts.
    expect(owned.filter((name) => !before.includes(name))).toEqual([]);
    const { rows } = await api.pool.query<{ ciphertext: Buffer }>(
      'select ciphertext from workspace_secret where workspace_id = $1',
      [gone.workspaceId],
    );
    const answer = await api.call('DELETE', `workspaces/${gone.workspaceId}`, {
      key: gone.apiKey,
    });
    expect(answer.status).toBe(204);
    // The rest: the workspace's deletion mark, its revoked keys, its members without names, and the
    // audit event that says who deleted it.
    const marks = ['api_key', 'app_user', 'audit_event', 'workspace'];
    await until(async () => (await tablesWith(...ids)).length <= marks.length);
    expect(await tablesWith(...ids)).toEqual(marks);
    expect(await tablesWith(filled.mark)).toEqual([]);
    const cipher = createWorkspaceCipher(api.database, api.masterKey);
    await expect(
      cipher.decrypt(gone.workspaceId, rows[0]!.ciphertext, 'secret:NAME'),
    ).rejects.toMatchObject({ code: 'NO_WORKSPACE_KEY' });
    const withItsKey = async (): Promise<number> =>
      (await api.call('GET', 'workspaces', { key: gone.apiKey })).status;
    await until(async () => (await withItsKey()) === 401);
    expect(await withItsKey()).toBe(401);
    for (const path of [url, `/api/webhooks/trigger/${filled.mark}`])
      expect((await api.request('POST', path, { body: {} })).status).toBe(404);
    const logs = await api.call<'listLogs'>('GET', `logs?workspaceId=${stays.workspaceId}`, {
      key: stays.apiKey,
    });
    expect(logs.body.data).toHaveLength(1);
    const left = await tablesWith(...Object.values(other.ids), other.mark);
    expect(owned.filter((name) => !left.includes(name))).toEqual([]);
  });

  it('is refused for the key of another workspace', async () => {
    const [mine, stranger] = [await createTenant(api), await createTenant(api)];
    const path = `/api/v1/workspaces/${mine.workspaceId}`;
    expect((await api.request('DELETE', path, { key: stranger.apiKey })).status).toBe(404);
    expect((await api.call('GET', 'workspaces', { key: mine.apiKey })).status).toBe(200);
  });

  it('erases rows that a running execution writes after it', async () => {
    const tenant = await createTenant(api);
    expect(await eraseWorkspace(api.pool, tenant.workspaceId)).toBe(true);
    const executionId = randomUUID();
    await insertLogRow(api, { ...tenant, workflowId: randomUUID() }, { executionId });
    await eraseWorkspaceRows(api.pool, tenant.workspaceId);
    expect(await tablesWith(executionId)).toEqual([]);
  });
  it('keeps pending deliveries as empty "dropped" rows and erases them after 16 days', async () => {
    const { pool } = api.database;
    const tenant = await createTenant(api);
    const [pending, ended] = [randomUUID(), randomUUID()];
    await pool.query(
      `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, due_at)
       select id, gen_random_uuid(), $1, 'evt', 'k', 'bytes', state, 1, now()
       from unnest($2::uuid[], $3::text[]) as f(id, state)`,
      [tenant.workspaceId, [pending, ended], ['pending', 'succeeded']],
    );
    await eraseWorkspace(pool, tenant.workspaceId);
    const fences = async (): Promise<unknown> => {
      await eraseWorkspaceRows(pool, tenant.workspaceId);
      const { rows } = await pool.query(
        "select delivery_id, state, convert_from(body, 'utf8') as body from delivery_fence where workspace_id = $1",
        [tenant.workspaceId],
      );
      return rows;
    };
    expect(await fences()).toEqual([{ delivery_id: pending, state: 'dropped', body: '' }]);
    await pool.query(
      "update delivery_fence set updated_at = now() - interval '16 days' where delivery_id = $1",
      [pending],
    );
    expect(await fences()).toEqual([]);
  });
});

describe('the creation of a workspace', () => {
  it('returns a key that reaches only the new workspace', async () => {
    const tenant = await createTenant(api, { scopes: ['workflows:write'] });
    const made = await api.call<'createWorkspace'>('POST', 'workspaces', {
      key: tenant.apiKey,
      body: { name: 'Second' },
    });
    expect(made.status).toBe(201);
    const { id, apiKey } = made.body.data;
    expect(apiKey).toMatchObject({ workspaceId: id, scopes: ['workflows:write'] });
    const seen = await api.call<'listWorkspaces'>('GET', 'workspaces', { key: apiKey.key });
    expect(seen.body.data).toMatchObject([{ id, name: 'Second' }]);
    const secret = { key: apiKey.key, body: { value: 'a-secret' } };
    expect((await api.request('PUT', `/api/v1/workspaces/${id}/secrets/A`, secret)).status).toBe(
      200,
    );
    const other = `/api/v1/workspaces/${tenant.workspaceId}/secrets/A`;
    expect((await api.request('PUT', other, secret)).status).toBe(404);
  });
});
