import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { namedAnswers } from '../testing/answers-of-api.js';
import { closed, filled, withRequiredQuery } from '../testing/documented-routes.js';
import { insertLogRow } from '../testing/log-rows.js';
import { insertOldTriggerUrl } from '../testing/old-trigger-url.js';
import { openTestApi } from '../testing/open-test-api.js';
import { validDefinition } from '../testing/test-api.js';
import { createMember } from '../testing/test-database.js';
import type { OpenApiDocument } from './document.js';

/** They need a runner or a receiver; other specs and end-to-end tests check their answers. */
const answeredElsewhere = [
  'followExecution',
  'streamChanges',
  'resumeExecution',
  'rerunExecution',
  'getDelivery',
  'getDeliveryRequest',
  'verifyDelivery',
  'redeliver',
  // With a cookie: sessions.contract-spec.ts.
  ...['getSession', 'endSession', 'endOtherSession'],
  'testSubscription',
  'testWorkspaceSubscription',
  // test/workflow-tests.e2e-spec.ts.
  ...['runWorkflowTests', 'getWorkflowTestRun'],
  // apps/standalone/src/demo/demo.contract-spec.ts.
  ...['getDemo', 'changeDemoReceiver'],
];

const withCall = {
  blocks: [
    { id: 'start', type: 'manual', name: 'Start', config: {} },
    { id: 'call', type: 'api', name: 'Call', config: { url: 'https://shop.example/orders' } },
  ],
  edges: [{ from: 'start', to: 'call' }],
};

const api = openTestApi();
let document: OpenApiDocument;
const answered = new Set<string>();

beforeAll(async () => {
  document = (await api.request<OpenApiDocument>('GET', '/openapi.json')).body;
});

interface Call {
  readonly path?: Readonly<Record<string, string>>;
  /** Default: the example of the document. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The ids in the answer of a route that creates something. */
interface Made {
  readonly id: string;
  readonly userId: string;
}

/** Calls an operation and expects a documented success status and its documented shape. */
async function call(id: string, { path = {}, body, headers = {} }: Call = {}): Promise<Made> {
  const one = closed(document).find(({ operation }) => operation.operationId === id)!;
  const { operation } = one;
  const url = filled(one.path, { workspaceId: api.tenant.workspaceId, ...path });
  const media = operation.requestBody?.content['application/json'] as { example?: object };
  const answer = await api.request<{ readonly data: Made }>(
    one.method,
    withRequiredQuery(url, one, api.tenant.workspaceId),
    {
      key: api.tenant.apiKey,
      headers,
      ...(operation.requestBody && { body: body ?? media.example }),
    },
  );
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
  const path = { ...workflow, subscriptionId: subscriptionId };
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
  await call('getRecovery', { path: { recoveryId: begun.id } });
  await call('cancelRecovery', { path: { recoveryId: begun.id } });
  await call(`delete${mark}Subscription`, { path });
}

describe('the answers to the documented example bodies', () => {
  it('match the document for workflows, subscriptions and runs', async () => {
    const definition = validDefinition(randomUUID());
    const { id } = await call('createWorkflow', { body: { name: 'Orders', definition } });
    const path = { id };
    await call('updateWorkflow', { path });
    await call('changeWorkflow', { path });
    await call('checkWorkflow');
    for (const name of ['getWorkflow', 'deployWorkflow', 'listWorkflowVersions', 'listWorkflows'])
      await call(name, { path });
    for (const name of ['getWorkflowVersion', 'deployWorkflowVersion'])
      await call(name, { path: { ...path, version: '1' } });
    for (const name of [
      'putWorkflowLayout',
      'getWorkflowLayout',
      'pauseWorkflow',
      'resumeWorkflow',
      'notePresence',
    ])
      await call(name, { path });
    await call('sampleSubscription', { path: { workflowId: id } });
    const { id: tried } = await call('createWorkflow', {
      body: { name: 'With a call', definition: withCall },
    });
    const testId = randomUUID();
    for (const name of ['putWorkflowTest', 'listWorkflowTests', 'deleteWorkflowTest'])
      await call(name, { path: { ...path, testId } });
    await call('replaceWorkflowTests', { path });
    for (const name of ['putWorkflowPin', 'listWorkflowPins', 'deleteWorkflowPin'])
      await call(name, { path: { id: tried, blockId: 'call' } });
    await call('executeWorkflow', { path, headers: { 'x-execution-mode': 'async' } });
    await call('listenToDraft', { path });
    await call('stopListening', { path });
    await call('importWorkflow');
    await call('previewSchedule');
    await call('listSchedules');
    await call('listApprovals');
    await call('listNotifications');
    await call('markNotificationsRead');
    await call('listExamples');
    await call('getExample', { path: { example: 'approval' } });
    await call('getOnboarding');
    await call('changeOnboarding');
    await call('searchWorkspace');
    await call('getExecutionStats');
    await call('getDeliveryStats');
    await call('listErrorGroups');
    const view = await call('createView');
    for (const name of ['listViews', 'replaceView', 'deleteView'])
      await call(name, { path: { id: view.id } });
    await call('getSystem');
    const folder = await call('createFolder');
    for (const name of ['listFolders', 'changeFolder', 'deleteFolder'])
      await call(name, { path: { id: folder.id } });
    await insertOldTriggerUrl(api, 'old', { ...api.tenant, workflowId: id });
    await call('listOldTriggerUrls');
    await call('retireOldTriggerUrl', { path: { path: 'old' } });
    await call('listTriggerTokens');
    await call('rotateTriggerToken');
    await ofSubscriptions('', { workflowId: path.id });
    await ofSubscriptions('Workspace', {});
    for (const name of ['undeployWorkflow', 'deleteWorkflow']) await call(name, { path });
  });

  it('match the document for logs, executions and batches', async () => {
    const [executionId, running] = [randomUUID(), randomUUID()];
    const owner = { ...api.tenant, workflowId: randomUUID() };
    await insertLogRow(api, owner, { executionId });
    await insertLogRow(api, owner, { executionId: running, status: 'running' });
    await call('listLogs');
    await call('tailLogs');
    await call('exportLogs');
    const logs = await api.call<'listLogs'>('GET', `logs?workspaceId=${api.tenant.workspaceId}`);
    await call('getLog', { path: { id: logs.body.data[0]!.id } });
    await call('getExecutionLog', { path: { executionId } });
    await call('getExecution', { path: { id: executionId } });
    for (const name of ['getTrace', 'listSpans', 'getSpan', 'downloadSpanPayload'])
      await call(name, { path: { id: executionId, spanId: 'hook' } });
    await call('searchDeliveries');
    await call('listExecutionDeliveries', { path: { id: executionId } });
    await call('cancelExecution', { path: { id: running } });
    await call('startBatch');
    const batch = await call('startBatch', { body: { action: 'cancel', filter: {} } });
    const path = { batchId: batch.id };
    for (const name of ['getBatch', 'listBatches', 'cancelBatch']) await call(name, { path });
  });

  it('match the document for members, keys, secrets and workspaces', async () => {
    await createMember(api, api.tenant, 'owner');
    const { userId } = await call('addMember');
    for (const name of ['getMember', 'changeMember', 'listMembers'])
      await call(name, { path: { userId } });
    await call('createSignInLink', { path: { userId } });
    await call('listSessions');
    const { id } = await call('createApiKey');
    for (const name of ['getApiKey', 'listApiKeys', 'revokeApiKey'])
      await call(name, { path: { id } });
    await call('removeMember', { path: { userId } });
    for (const name of ['putSecret', 'getSecret', 'listSecrets', 'deleteSecret']) await call(name);
    for (const name of ['putVariable', 'getVariable', 'listVariables', 'deleteVariable'])
      await call(name);
    for (const name of [
      'getCaller',
      'getUsage',
      'getUsageHistory',
      'listAuditEvents',
      'listWorkspaces',
    ])
      await call(name);
    await call('createWorkspace');
    await call('deleteWorkspace', { path: { id: api.tenant.workspaceId } });
  });

  it('are checked for every operation', () => {
    const names = closed(document).map(({ operation }) => operation.operationId);
    const unseen = names.filter(
      (name) => !name.endsWith('_v1') && !answered.has(name) && !answeredElsewhere.includes(name),
    );
    expect(unseen).toEqual([]);
  });
});
