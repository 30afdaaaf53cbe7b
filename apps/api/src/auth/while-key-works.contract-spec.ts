import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { insertLogRow } from '../testing/log-rows.js';
import {
  createApiDatabase,
  createMember,
  createTenant,
  startTestApi,
  type TestApi,
  type TestDatabaseOfApi,
} from '../testing/test-api.js';

let base: TestDatabaseOfApi;
let api: TestApi;

beforeAll(async () => {
  base = await createApiDatabase();
  api = await startTestApi(base);
  await api.app.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await api.close();
  await base.close();
});

it('a stream of events that is open ends when its reader is no member any more', async () => {
  const tenant = await createTenant(base);
  const owner = await createMember(base, tenant, 'owner');
  const viewer = await createMember(base, tenant, 'viewer');
  const executionId = randomUUID();
  await insertLogRow(
    base.database,
    { ...tenant, workflowId: randomUUID() },
    { executionId, status: 'running' },
  );
  const { port } = api.app.getHttpServer().address() as AddressInfo;
  const stream = await fetch(`http://127.0.0.1:${port}/api/v1/executions/${executionId}/events`, {
    headers: { 'x-api-key': viewer.apiKey },
  });
  expect(stream.status).toBe(200);
  const members = `/api/v1/workspaces/${tenant.workspaceId}/members`;
  await api.request('DELETE', `${members}/${viewer.userId}`, { key: owner.apiKey });
  await expect(stream.text()).rejects.toThrow();
}, 60_000);
