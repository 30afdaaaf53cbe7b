/** Example answers of the management API, by shape name. */
import type { schemas } from './answer-schemas.js';
import { exampleIds as id } from './example-ids.js';
import { limitsExample, type ExamplesOf } from './examples-executions.js';

type DataOf<K extends keyof typeof schemas> = ExamplesOf<K>[K] extends { data: infer D }
  ? D
  : never;

const [createdAt, updatedAt] = ['2026-11-20T09:00:00.000Z', '2026-11-21T10:00:00.000Z'];

export const exampleDefinition = {
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'order-intake' } },
    {
      id: 'done',
      type: 'response',
      name: 'Done',
      config: { status: 200, body: { received: '<webhook.body>' } },
    },
  ],
  edges: [{ from: 'hook', to: 'done' }],
};
const summary = {
  id: id.workflow,
  workspaceId: id.workspace,
  folderId: null,
  name: 'Order intake',
  description: null,
  deployedVersion: 3,
  createdAt,
  updatedAt,
};
const workflow = { ...summary, definition: exampleDefinition };
const version = {
  workflowId: id.workflow,
  version: 3,
  contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  createdAt: updatedAt,
  definition: exampleDefinition,
};
const subscription = {
  id: id.subscription,
  workflowId: id.workflow,
  workspaceId: id.workspace,
  url: 'https://receiver.example/hook',
  hasSecret: true,
  previousSecretValidUntil: null,
  headerNames: [],
  maxPerSecond: null,
  includeFinalOutput: true,
  includeTraceSpans: false,
  includeRateLimits: false,
  includeUsageData: false,
  levelFilter: ['info', 'error'],
  triggerFilter: ['api', 'webhook', 'schedule', 'manual', 'chat'],
  active: true,
  deactivatedReason: null,
  deactivatedAt: null,
  exhaustedInARow: 0,
  createdAt,
  updatedAt,
};
const delivery = {
  id: id.delivery,
  subscriptionId: id.subscription,
  workflowId: id.workflow,
  executionId: id.execution,
  eventId: id.execution,
  url: subscription.url,
  state: 'succeeded',
  reason: null,
  attemptCount: 1,
  maxAttempts: 5,
  lastStatus: 200,
  lastErrorCode: null,
  nextDueAt: null,
  createdAt: updatedAt,
  updatedAt,
};
const recovery: DataOf<'RecoveryAnswer'> = {
  id: id.recovery,
  subscriptionId: id.subscription,
  since: createdAt,
  until: updatedAt,
  states: ['failed', 'exhausted', 'suppressed'],
  perSecond: 50,
  state: 'running',
  matching: 120,
  redelivered: 40,
  createdAt: updatedAt,
  updatedAt,
};
const apiKey: DataOf<'ApiKeyAnswer'> = {
  id: id.key,
  workspaceId: id.workspace,
  userId: id.user,
  role: null,
  name: 'laptop',
  prefix: 'fl_8Zc1',
  scopes: ['logs:read', 'workflows:run'],
  createdAt,
  expiresAt: null,
  lastUsedAt: updatedAt,
};
const newKey = { ...apiKey, lastUsedAt: null, key: 'fl_8Zc1… (shown once)' };
const secret = { name: 'ERP_TOKEN', updatedAt };
const workspace = { id: id.workspace, name: 'Orders', createdAt };
const member = {
  userId: id.user,
  email: 'ada@example.com',
  name: 'Ada',
  role: 'editor',
  createdAt,
} as const;

const batch: DataOf<'BatchAnswer'> = {
  id: id.batch,
  action: 'rerun',
  filter: { status: 'error' },
  perSecond: 50,
  state: 'running',
  matching: 120,
  ordered: 40,
  refused: 1,
  waitsFor: null,
  createdAt: updatedAt,
  updatedAt,
};

export const managementExamples = {
  WorkflowAnswer: { data: workflow },
  WorkflowPage: { data: [summary] },
  WorkflowImportAnswer: {
    data: {
      workflow,
      definition: exampleDefinition,
      report: [
        {
          blockId: 'hook',
          blockName: 'Webhook',
          type: 'generic_webhook',
          becomes: 'webhook',
          outcome: 'converted',
          notes: [],
        },
      ],
      problems: [],
    },
  },
  WorkflowVersionAnswer: { data: version },
  WorkflowVersionPage: { data: [version] },
  SubscriptionAnswer: { data: subscription },
  SubscriptionPage: { data: [subscription] },
  SubscriptionActivationAnswer: { data: { ...subscription, recovery } },
  SubscriptionTestAnswer: {
    data: {
      deliveryId: id.delivery,
      status: 200,
      errorCode: null,
      errorMessage: null,
      latencyMs: 41,
      responseHeaders: { 'content-type': 'text/plain' },
      responseBody: 'ok',
    },
  },
  DeliveryAnswer: {
    data: { ...delivery, attempts: [{ number: 1, startedAt: updatedAt, state: 'succeeded' }] },
  },
  DeliveryPage: { data: [delivery] },
  RedeliveryAnswer: { data: { id: id.delivery, state: 'pending' } },
  RedeliveriesAnswer: { data: recovery },
  RecoveryAnswer: { data: recovery },
  RecoveryPage: { data: [recovery] },
  StartedBatchAnswer: { data: batch },
  BatchAnswer: { data: batch },
  BatchPage: { data: [batch] },
  ApiKeyAnswer: { data: newKey },
  ApiKeyPage: { data: [apiKey] },
  SecretAnswer: { data: secret },
  SecretList: { data: [secret] },
  WorkspaceList: { data: [workspace] },
  CreatedWorkspaceAnswer: { data: { ...workspace, apiKey: newKey } },
  MemberAnswer: { data: member },
  MemberPage: { data: [member] },
  CallerAnswer: {
    data: {
      accountId: id.account,
      plan: 'pro',
      workspaceId: id.workspace,
      keyId: id.key,
      userId: id.user,
      role: 'editor',
      scopes: ['logs:read'],
    },
  },
  AuditPage: {
    data: [
      {
        id: id.action,
        workspaceId: id.workspace,
        keyId: id.key,
        userId: id.user,
        action: 'deployWorkflow',
        path: `/api/v1/workflows/${id.workflow}/deploy`,
        targetId: id.workflow,
        ip: '203.0.113.7',
        userAgent: 'curl/8.10.1',
        requestId: 'req-1',
        occurredAt: updatedAt,
        status: 200,
      },
    ],
  },
  UsageAnswer: {
    data: { ...limitsExample.usage, periodStart: '2026-11-01' },
    limits: limitsExample,
  },
} satisfies Partial<ExamplesOf<keyof typeof schemas>>;
