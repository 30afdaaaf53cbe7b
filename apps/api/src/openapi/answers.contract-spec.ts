import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { namedAnswers } from '../testing/answers-of-api.js';
import { closed, filled, withRequiredQuery } from '../testing/documented-routes.js';
import { insertLogRow } from '../testing/log-rows.js';
import {
  type Answer,
  createApiDatabase,
  createMember,
  createTenant,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
  validDefinition,
} from '../testing/test-api.js';
import type { OpenApiDocument } from './document.js';

/** They need a runner or a receiver; other specs and end-to-end tests check their answers. */
const answeredElsewhere = [
  'followExecution',
  'resumeExecution',
  'rerunExecution',
  'getDelivery',
  'redeliver',
  'testSubscription',
  'testWorkspaceSubscription',
];

let base: TestDatabaseOfApi;
let api: TestApi;
let tenant: Tenant;
let document: OpenApiDocument;
const answered = new Set<string>();

beforeAll(async () => {
  base = await createApiDatabase();
  api = await startTestApi(base);
  tenant = await createTenant(base);
  document = (await api.request('GET', '/openapi.json')).body as OpenApiDocument;
});
afterAll(async () => {
  await api.close();
  await base.close();
});

interface Call {
  readonly path?: Readonly<Record<string, string>>;
  /** Default: the example of the document. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an operation and expects a documented success status and its documented shape. */
async function call(
  id: string,
  { path = {}, body, headers = {} }: Call = {},
): Promise<Answer['body']> {
  const one = closed(document).find(({ operation }) => operation.operationId === id)!;
  const { operation } = one;
  const url = filled(one.path, { workspaceId: tenant.workspaceId, ...path });
  const media = operation.requestBody?.content['application/json'] as { example?: object };
  const answer = await api.request(one.method, withRequiredQuery(url, one, tenant.workspaceId), {
    key: tenant.apiKey,
    headers,
    ...(operation.requestBody && { body: body ?? media.example }),
  });
  const response = operation.responses[String(answer.status)];
  expect([id, answer.status < 300 && response !== undefined, answer.body]).toEqual([
    id,
    true,
    answer.body,
  ]);
  const name = /schemas\/(\w+)/.exec(JSON.stringify(response))?.[1];
  if (name === undefined) expect([id, answer.body]).toEqual([id, '']);
  else
    expect([id, namedAnswers.get(name)!.safeParse(answer.body).error?.issues]).toEqual([
      id,
      undefined,
    ]);
  answered.add(id);
  return answer.body.data;
}

async function ofSubscriptions(mark: string, workflow: Record<string, string>): Promise<void> {
  const { id: subscriptionId } = await call(`create${mark}Subscription`, { path: workflow });
  const path = { ...workflow, subscriptionId: subscriptionId as string };
  await call(`list${mark}Subscriptions`, { path });
  for (const act of ['get', 'replace', 'change', 'activate'])
    await call(`${act}${mark}Subscription`, { path });
  await call(`rotate${mark}SubscriptionSecret`, { path });
  await call('listDeliveries', { path });
  await call('redeliverSince', { path });
  const begun = await call('redeliverSince', {
    path,
    body: { since: '2026-11-20T00:00:00Z' },
  });
  await call('listRecoveries', { path });
  await call('getRecovery', { path: { recoveryId: begun.id as string } });
  await call('cancelRecovery', { path: { recoveryId: begun.id as string } });
  await call(`delete${mark}Subscription`, { path });
}

describe('every operation answers as documented, to the bodies that the document shows', () => {
  it('workflows, their subscriptions and runs', async () => {
    const definition = validDefinition(randomUUID());
    const { id } = await call('createWorkflow', { body: { name: 'Orders', definition } });
    const path = { id: id as string };
    await call('updateWorkflow', { path });
    for (const name of ['getWorkflow', 'deployWorkflow', 'listWorkflowVersions', 'listWorkflows'])
      await call(name, { path });
    await call('executeWorkflow', { path, headers: { 'x-execution-mode': 'async' } });
    await call('importWorkflow');
    await ofSubscriptions('', { workflowId: path.id });
    await ofSubscriptions('Workspace', {});
    await call('deleteWorkflow', { path });
  });

  it('logs', async () => {
    const [executionId, running] = [randomUUID(), randomUUID()];
    const owner = { ...tenant, workflowId: randomUUID() };
    await insertLogRow(base.database, owner, { executionId });
    await insertLogRow(base.database, owner, { executionId: running, status: 'running' });
    await call('listLogs');
    await call('tailLogs');
    await call('exportLogs');
    const logs = await api.request('GET', `/api/v1/logs?workspaceId=${tenant.workspaceId}`, {
      key: tenant.apiKey,
    });
    await call('getLog', { path: { id: logs.body.data[0].id as string } });
    await call('getExecutionLog', { path: { executionId } });
    await call('getExecution', { path: { id: executionId } });
    await call('cancelExecution', { path: { id: running } });
    await call('startBatch');
    const batch = await call('startBatch', { body: { action: 'cancel', filter: {} } });
    const path = { batchId: batch.id as string };
    for (const name of ['getBatch', 'listBatches', 'cancelBatch']) await call(name, { path });
  });

  it('accounts', async () => {
    await createMember(base, tenant, 'owner');
    const { userId } = await call('addMember');
    for (const name of ['getMember', 'changeMember', 'listMembers'])
      await call(name, { path: { userId: userId as string } });
    const { id } = await call('createApiKey');
    for (const name of ['getApiKey', 'listApiKeys', 'revokeApiKey'])
      await call(name, { path: { id: id as string } });
    await call('removeMember', { path: { userId: userId as string } });
    for (const name of ['putSecret', 'getSecret', 'listSecrets', 'deleteSecret']) await call(name);
    for (const name of ['getCaller', 'getUsage', 'listAuditEvents', 'listWorkspaces'])
      await call(name);
    await call('createWorkspace');
    await call('deleteWorkspace', { path: { id: tenant.workspaceId } });
  });

  it('none is left out', () => {
    const names = closed(document).map(({ operation }) => operation.operationId);
    const unseen = names.filter(
      (name) => !name.endsWith('_v1') && !answered.has(name) && !answeredElsewhere.includes(name),
    );
    expect(unseen).toEqual([]);
  });
});
