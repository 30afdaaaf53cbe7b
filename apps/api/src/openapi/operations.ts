/** What each route is for and what it answers. A route that is not here is documented by its code alone. */
import { z } from 'zod';
import * as logs from './answers-logs.js';
import * as management from './answers-management.js';

export interface Operation {
  /** Name in generated clients: never renamed. */
  readonly id: string;
  readonly summary: string;
  /** By status; null for an answer without a body. */
  readonly answers: Readonly<Record<number, keyof typeof schemas | null>>;
  /** Request headers it understands, with what they do. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every named shape of an answer, by its name in the document. */
export const schemas = {
  LimitsBlock: logs.limits,
  TraceSpan: logs.traceSpan,
  LogEntry: logs.logEntry,
  LogPage: logs.logPage,
  TailPage: logs.tailPage,
  LogLines: z.string(),
  LogDetailAnswer: logs.logDetailAnswer,
  ExecutionDetail: logs.executionDetail,
  ExecutionStatusAnswer: logs.executionStatusAnswer,
  ExecutionResult: logs.executionResult,
  ExecutionAccepted: logs.executionAccepted,
  ResumeAccepted: z.object({
    data: z.object({
      executionId: z.string(),
      blockId: z.string(),
      iteration: z.string(),
      status: z.string(),
    }),
  }),
  /** A stream of server-sent events. */
  ExecutionEventStream: z.string(),
  CancellationAccepted: z.object({
    data: z.object({ executionId: z.string(), status: z.string() }),
  }),
  WorkflowAnswer: management.workflowAnswer,
  WorkflowImportAnswer: management.workflowImportAnswer,
  WorkflowPage: management.workflowPage,
  WorkflowVersionAnswer: management.workflowVersionAnswer,
  WorkflowVersionList: management.workflowVersionList,
  SubscriptionAnswer: management.subscriptionAnswer,
  SubscriptionPage: management.subscriptionPage,
  SubscriptionTestAnswer: management.subscriptionTestAnswer,
  DeliveryPage: management.deliveryPage,
  DeliveryAnswer: management.deliveryAnswer,
  RedeliveryAnswer: management.redeliveryAnswer,
  RedeliveriesAnswer: management.redeliveriesAnswer,
  RecoveryAnswer: management.recoveryAnswer,
  RecoveryPage: management.recoveryPage,
  SubscriptionActivationAnswer: management.activationAnswer,
  ApiKeyAnswer: management.apiKeyAnswer,
  ApiKeyPage: management.apiKeyPage,
  SecretAnswer: management.secretAnswer,
  SecretList: management.secretList,
  WorkspaceList: management.workspaceList,
  CreatedWorkspaceAnswer: management.createdWorkspaceAnswer,
  AuditPage: management.auditPage,
  UsageAnswer: management.usageAnswer,
} as const;

const op = (
  id: string,
  summary: string,
  answers: Operation['answers'],
  headers?: Operation['headers'],
): Operation => ({ id, summary, answers, ...(headers && { headers }) });

const idempotencyKey = {
  'Idempotency-Key':
    'Collapses repeats of the same request: the first one runs, the others get its answer.',
};

/** @param mark of the operations' names: a subscription has two paths, and a client needs two names */
function subscriptionOperations(
  path: string,
  mark: string,
  owner: string,
): Record<string, Operation> {
  const one = `${path}/{subscriptionId}`;
  return {
    [`GET ${path}`]: op(`list${mark}Subscriptions`, `Webhook subscriptions ${owner}`, {
      200: 'SubscriptionPage',
    }),
    [`POST ${path}`]: op(
      `create${mark}Subscription`,
      `Subscribe to completed executions ${owner}`,
      { 201: 'SubscriptionAnswer' },
    ),
    [`GET ${one}`]: op(`get${mark}Subscription`, 'One subscription', {
      200: 'SubscriptionAnswer',
    }),
    [`PUT ${one}`]: op(
      `replace${mark}Subscription`,
      'Replace a subscription; what is left out has its default',
      { 200: 'SubscriptionAnswer' },
    ),
    [`PATCH ${one}`]: op(
      `change${mark}Subscription`,
      'Change a subscription; what is left out stays',
      { 200: 'SubscriptionAnswer' },
    ),
    [`DELETE ${one}`]: op(`delete${mark}Subscription`, 'Unsubscribe', { 204: null }),
    [`POST ${one}/activate`]: op(
      `activate${mark}Subscription`,
      'Undo a deactivation and send what was suppressed meanwhile',
      { 200: 'SubscriptionActivationAnswer' },
    ),
    [`POST ${one}/test`]: op(
      `test${mark}Subscription`,
      'Post an event marked as a test, once, and see what came back',
      { 200: 'SubscriptionTestAnswer' },
    ),
    [`POST ${one}/rotate-secret`]: op(
      `rotate${mark}SubscriptionSecret`,
      'Change the signing secret',
      { 200: 'SubscriptionAnswer' },
    ),
  };
}

/** One URL, for every method that its workflow answers to. */
function triggerOperations(path: string): Record<string, Operation> {
  const named = {
    POST: 'triggerWorkflow',
    GET: 'triggerWorkflowByGet',
    PUT: 'triggerWorkflowByPut',
    PATCH: 'triggerWorkflowByPatch',
    DELETE: 'triggerWorkflowByDelete',
  };
  const summary = "Run the workflow that owns the path; the answer is its response block's";
  const headers = { ...idempotencyKey, 'webhook-id': 'The same as Idempotency-Key.' };
  return Object.fromEntries(
    Object.entries(named).map(([method, id]) => [
      `${method} ${path}`,
      op(id, summary, { 202: 'ExecutionAccepted' }, headers),
    ]),
  );
}

const secretsPath = '/api/v1/workspaces/{workspaceId}/secrets';

/** By method and path; `/v1/logs...` is the same as `/api/v1/logs...`. */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /api/v1/logs': op('listLogs', 'Query execution logs', { 200: 'LogPage' }),
  'GET /api/v1/logs/tail': op('tailLogs', 'Ended executions in ledger order, each exactly once', {
    200: 'TailPage',
  }),
  'GET /api/v1/logs/export': op('exportLogs', 'Every matching log as NDJSON or CSV, streamed', {
    200: 'LogLines',
  }),
  'GET /api/v1/logs/{id}': op('getLog', 'One log with its spans', { 200: 'LogDetailAnswer' }),
  'GET /api/v1/logs/executions/{executionId}': op(
    'getExecutionLog',
    'One execution with the workflow state that ran',
    { 200: 'ExecutionDetail' },
  ),
  'POST /api/v1/workflows/{id}/execute': op(
    'executeWorkflow',
    'Run a workflow now',
    { 200: 'ExecutionResult', 202: 'ExecutionAccepted' },
    {
      ...idempotencyKey,
      'X-Execution-Mode': '`sync` (default) or `async`.',
      'X-Trigger-Type': '`api`, `manual` or `chat`: what the run counts as in logs.',
      Accept:
        '`text/event-stream`: the events of the run as they happen, as `…/events` gives them.',
    },
  ),
  ...triggerOperations('/api/webhooks/trigger/{path}'),
  'GET /api/v1/executions/{id}': op('getExecution', 'State of one execution', {
    200: 'ExecutionStatusAnswer',
  }),
  'POST /api/v1/executions/{id}/cancel': op('cancelExecution', 'Cancel a running execution', {
    202: 'CancellationAccepted',
  }),
  'GET /api/v1/executions/{id}/events': op(
    'followExecution',
    'Events of one execution as they are appended, as server-sent events, to its end',
    { 200: 'ExecutionEventStream' },
    { 'Last-Event-ID': 'Goes on behind this event.' },
  ),
  'POST /api/v1/executions/{id}/resume': op(
    'resumeExecution',
    'Answer an approval that an execution waits for',
    { 202: 'ResumeAccepted' },
  ),
  'POST /api/webhooks/resume/{executionId}/{token}': op(
    'resumeByToken',
    "Answer an approval by its URL; the body becomes the block's data",
    { 202: 'ResumeAccepted' },
  ),
  'POST /api/v1/executions/{id}/rerun': op(
    'rerunExecution',
    'Run an ended execution again, from its start or from a block, with the version that ran',
    { 202: 'ExecutionAccepted' },
    idempotencyKey,
  ),
  'GET /api/v1/workflows': op('listWorkflows', 'Workflows, newest first', { 200: 'WorkflowPage' }),
  'POST /api/v1/workflows': op('createWorkflow', 'Make a workflow', { 201: 'WorkflowAnswer' }),
  'POST /api/v1/workflows/import': op(
    'importWorkflow',
    'Make a workflow of one that Sim exported; the answer reports on every block',
    { 200: 'WorkflowImportAnswer', 201: 'WorkflowImportAnswer' },
  ),
  'GET /api/v1/workflows/{id}': op('getWorkflow', 'One workflow with its draft', {
    200: 'WorkflowAnswer',
  }),
  'PUT /api/v1/workflows/{id}': op('updateWorkflow', 'Replace the draft', {
    200: 'WorkflowAnswer',
  }),
  'DELETE /api/v1/workflows/{id}': op('deleteWorkflow', 'Delete a workflow', { 204: null }),
  'POST /api/v1/workflows/{id}/deploy': op('deployWorkflow', 'Freeze the draft as a version', {
    200: 'WorkflowVersionAnswer',
  }),
  'GET /api/v1/workflows/{id}/versions': op('listWorkflowVersions', 'Deployed versions', {
    200: 'WorkflowVersionList',
  }),
  ...subscriptionOperations('/api/v1/workflows/{workflowId}/subscriptions', '', 'of a workflow'),
  ...subscriptionOperations('/api/v1/subscriptions', 'Workspace', 'of the workspace'),
  'GET /api/v1/subscriptions/{subscriptionId}/deliveries': op(
    'listDeliveries',
    'Deliveries of a subscription, newest first',
    { 200: 'DeliveryPage' },
  ),
  'POST /api/v1/subscriptions/{subscriptionId}/redeliver': op(
    'redeliverSince',
    'Begin to send again what ended since an instant, or count it',
    { 202: 'RedeliveriesAnswer' },
  ),
  'GET /api/v1/subscriptions/{subscriptionId}/recoveries': op(
    'listRecoveries',
    'Recoveries of a subscription, newest first',
    { 200: 'RecoveryPage' },
  ),
  'GET /api/v1/recoveries/{recoveryId}': op('getRecovery', 'Progress of a recovery', {
    200: 'RecoveryAnswer',
  }),
  'POST /api/v1/recoveries/{recoveryId}/cancel': op(
    'cancelRecovery',
    'Stop a recovery; what it has ordered is still sent',
    { 200: 'RecoveryAnswer' },
  ),
  'GET /api/v1/deliveries/{deliveryId}': op('getDelivery', 'One delivery with its attempts', {
    200: 'DeliveryAnswer',
  }),
  'POST /api/v1/deliveries/{deliveryId}/redeliver': op('redeliver', 'Send one delivery again', {
    202: 'RedeliveryAnswer',
  }),
  [`GET ${secretsPath}`]: op('listSecrets', 'Names of secrets; values never come out', {
    200: 'SecretList',
  }),
  [`GET ${secretsPath}/{name}`]: op('getSecret', 'One secret, without its value', {
    200: 'SecretAnswer',
  }),
  [`PUT ${secretsPath}/{name}`]: op('putSecret', 'Set a secret', { 200: 'SecretAnswer' }),
  [`DELETE ${secretsPath}/{name}`]: op('deleteSecret', 'Delete a secret', { 204: null }),
  'GET /api/v1/api-keys': op('listApiKeys', 'Keys of the workspace', { 200: 'ApiKeyPage' }),
  'POST /api/v1/api-keys': op('createApiKey', 'Make a key; its value is in this answer only', {
    201: 'ApiKeyAnswer',
  }),
  'GET /api/v1/api-keys/{id}': op('getApiKey', 'One key, without its value', {
    200: 'ApiKeyAnswer',
  }),
  'DELETE /api/v1/api-keys/{id}': op('revokeApiKey', 'Revoke a key', { 204: null }),
  'GET /api/v1/workspaces': op('listWorkspaces', 'Workspaces this key can see', {
    200: 'WorkspaceList',
  }),
  'POST /api/v1/workspaces': op(
    'createWorkspace',
    'Make a workspace of the account, with its first key',
    { 201: 'CreatedWorkspaceAnswer' },
  ),
  'DELETE /api/v1/workspaces/{id}': op(
    'deleteWorkspace',
    'Delete a workspace and all its data; its keys stop working',
    { 204: null },
  ),
  'GET /api/v1/audit': op('listAuditEvents', 'Management actions, newest first', {
    200: 'AuditPage',
  }),
  'GET /api/v1/usage': op('getUsage', "The account's usage and limits", { 200: 'UsageAnswer' }),
};
