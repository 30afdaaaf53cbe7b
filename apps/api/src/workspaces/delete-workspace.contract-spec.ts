import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkspaceCipher, eraseWorkspace, eraseWorkspaceRows } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../testing/log-rows.js';
import {
  createApiDatabase,
  createTenant,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
  validDefinition,
} from '../testing/test-api.js';

let base: TestDatabaseOfApi;
let api: TestApi;

beforeAll(async () => {
  base = await createApiDatabase();
  api = await startTestApi(base);
});
afterAll(async () => {
  await api.close();
  await base.close();
});

/** A workflow with all that hangs on it, a secret, a key, and logs. */
async function fill({ apiKey: key, ...tenant }: Tenant, path: string): Promise<string> {
  const made = await api.request('POST', '/api/v1/workflows', {
    key,
    body: { name: `Orders of ${path}`, definition: validDefinition(path) },
  });
  const workflowId = made.body.data.id as string;
  const workflow = `/api/v1/workflows/${workflowId}`;
  await api.request('POST', `${workflow}/deploy`, { key });
  await api.request('POST', `${workflow}/subscriptions`, {
    key,
    body: { url: 'https://receiver.example/hook', secret: 'a long enough secret' },
  });
  await api.request('PUT', `/api/v1/workspaces/${tenant.workspaceId}/secrets/TOKEN`, {
    key,
    body: { value: 'sealed' },
  });
  for (let n = 0; n < 5; n += 1)
    await insertLogRow(
      base.database,
      { ...tenant, workflowId },
      { executionId: randomUUID(), output: { of: path } },
    );
  return workflowId;
}

/** Rows anywhere in the database whose text holds this. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await base.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await base.database.pool.query(
      `select from "${name}" t where position($1 in t::text) > 0 limit 1`,
      [text],
    );
    if (rowCount !== 0) found.push(name);
  }
  return found.sort();
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('deleting a workspace', () => {
  it('destroys its key, its keys and every row of it, and nothing of others', async () => {
    const [gone, stays] = [await createTenant(base), await createTenant(base)];
    const workflowId = await fill(gone, 'gone');
    const remaining = await fill(stays, 'stays');
    const { rows } = await base.database.pool.query<{ ciphertext: Buffer }>(
      'select ciphertext from workspace_secret where workspace_id = $1',
      [gone.workspaceId],
    );
    const answer = await api.request('DELETE', `/api/v1/workspaces/${gone.workspaceId}`, {
      key: gone.apiKey,
    });
    expect(answer.status).toBe(204);
    const trail = JSON.stringify(['audit_event']);
    await until(async () => JSON.stringify(await tablesWith(workflowId)) === trail);
    // What is left: the marks that it is gone, its revoked keys without a name, and who deleted it.
    expect(await tablesWith(gone.workspaceId)).toEqual(['api_key', 'audit_event', 'workspace']);
    expect(await tablesWith('Orders of gone')).toEqual([]);
    const cipher = createWorkspaceCipher(base.database, base.masterKey);
    await expect(
      cipher.decrypt(gone.workspaceId, rows[0]!.ciphertext, 'secret:TOKEN'),
    ).rejects.toMatchObject({ code: 'NO_WORKSPACE_KEY' });
    await until(async () => {
      const refused = await api.request('GET', '/api/v1/workspaces', { key: gone.apiKey });
      return refused.status === 401;
    });
    expect((await api.request('POST', '/api/webhooks/trigger/gone', { body: {} })).status).toBe(
      404,
    );
    const logs = await api.request('GET', `/api/v1/logs?workspaceId=${stays.workspaceId}`, {
      key: stays.apiKey,
    });
    expect(logs.body.data).toHaveLength(5);
    expect(await tablesWith(remaining)).toContain('workflow_version');
  }, 60_000);

  it('is not for strangers', async () => {
    const [mine, stranger] = [await createTenant(base), await createTenant(base)];
    const path = `/api/v1/workspaces/${mine.workspaceId}`;
    expect((await api.request('DELETE', path, { key: stranger.apiKey })).status).toBe(404);
    expect((await api.request('GET', '/api/v1/workspaces', { key: mine.apiKey })).status).toBe(200);
  });

  it('takes what an execution left that still ran then', async () => {
    const tenant = await createTenant(base);
    expect(await eraseWorkspace(base.database.pool, tenant.workspaceId)).toBe(true);
    const executionId = randomUUID();
    await insertLogRow(base.database, { ...tenant, workflowId: randomUUID() }, { executionId });
    await eraseWorkspaceRows(base.database.pool, tenant.workspaceId);
    expect(await tablesWith(executionId)).toEqual([]);
  });
  it('leaves of deliveries that are to be attempted yet only that nothing is to be done, for as long as their orders are kept', async () => {
    const { pool } = base.database;
    const tenant = await createTenant(base);
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

describe('making a workspace', () => {
  it('gives it a key of its own, in the same account, that sees nothing else', async () => {
    const tenant = await createTenant(base, { scopes: ['workflows:write'] });
    const made = await api.request('POST', '/api/v1/workspaces', {
      key: tenant.apiKey,
      body: { name: 'Second' },
    });
    expect(made.status).toBe(201);
    const { id, apiKey } = made.body.data as { id: string; apiKey: { key: string } };
    expect(apiKey).toMatchObject({ workspaceId: id, scopes: ['workflows:write'] });
    const seen = await api.request('GET', '/api/v1/workspaces', { key: apiKey.key });
    expect(seen.body.data).toMatchObject([{ id, name: 'Second' }]);
    const secret = { key: apiKey.key, body: { value: 'x' } };
    expect((await api.request('PUT', `/api/v1/workspaces/${id}/secrets/A`, secret)).status).toBe(
      200,
    );
    const other = `/api/v1/workspaces/${tenant.workspaceId}/secrets/A`;
    expect((await api.request('PUT', other, secret)).status).toBe(404);
  });
});
