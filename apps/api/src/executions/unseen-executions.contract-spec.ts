/**
 * Cancels executions that no projection shows yet. Nothing runs or projects here, so only requests
 * and the rows of children decide.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { v5, v7 } from 'uuid';
import {
  type Answer,
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
let tenant: Tenant;
let stranger: Tenant;

beforeAll(async () => {
  base = await createApiDatabase();
  api = await startTestApi(base);
  [tenant, stranger] = [await createTenant(base), await createTenant(base)];
});
afterAll(async () => {
  await api.close();
  await base.close();
});

const cancel = (id: string, { apiKey }: Tenant = tenant): Promise<Answer> =>
  api.request('POST', `/api/v1/executions/${id}/cancel`, { key: apiKey, body: {} });

async function requested(): Promise<string> {
  const post = (path: string, body: object, headers = {}): Promise<Answer> =>
    api.request('POST', `/api/v1/workflows${path}`, { key: tenant.apiKey, body, headers });
  const created = await post('', { name: 'W', definition: validDefinition(randomUUID()) });
  const { id } = created.body.data;
  await post(`/${id}/deploy`, {});
  const started = await post(`/${id}/execute`, {}, { 'x-execution-mode': 'async' });
  return started.body.data.executionId as string;
}

async function child(endedAt: Date | null = null): Promise<string> {
  const id = v5(randomUUID(), v5.URL);
  await base.database.pool.query(
    `insert into execution_descendant (execution_id, root_id, workspace_id, ancestors, ended_at)
     values ($1, $2, $3, array[$2::uuid], $4)`,
    [id, randomUUID(), tenant.workspaceId, endedAt],
  );
  return id;
}

describe('cancelling an execution that no projection shows', () => {
  it('is accepted for one whose request is in the log', async () => {
    const id = await requested();
    expect(await cancel(id)).toMatchObject({
      status: 202,
      body: { data: { executionId: id, status: 'cancelling' } },
    });
  });

  it('is accepted for a child run that was requested, from its own workspace only', async () => {
    const id = await child();
    expect((await cancel(id, stranger)).status).toBe(404);
    expect((await cancel(id)).status).toBe(202);
  });

  it('is 404 for what can not be there', async () => {
    const later = v7({ msecs: Date.now() + 86_400_000 });
    const ids = [randomUUID(), later, await child(new Date()), 'no-id'];
    const answers = await Promise.all(ids.map((id) => cancel(id)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
