/** Examples in the document: answers by shape name, bodies by operation, refusals by status. */
import type { ApiErrorCode } from '../errors/api-error.js';
import type { schemas } from './answer-schemas.js';
import { executionExamples, type ExamplesOf } from './examples-executions.js';
import { exampleDefinition, managementExamples } from './examples-management.js';
import type { ErrorBody } from './refusals.js';

export const answerExamples: ExamplesOf<keyof typeof schemas> = {
  ...executionExamples,
  ...managementExamples,
};

const subscription = {
  url: 'https://receiver.example/hook',
  includeFinalOutput: true,
  levelFilter: ['error'],
};
const workflow = { name: 'Order intake', definition: exampleDefinition };
const rotation = { previousValidForSeconds: 3_600 };

/** By operation id. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  executeWorkflow: { order: 7 },
  triggerWorkflow: { order: 7 },
  triggerWorkflowByPut: { order: 7 },
  triggerWorkflowByPatch: { order: 7 },
  rerunExecution: { fromBlockId: 'call' },
  resumeExecution: { blockId: 'approve', data: { approved: true } },
  startBatch: { action: 'rerun', filter: { status: 'error' }, dryRun: true },
  createWorkflow: workflow,
  updateWorkflow: workflow,
  importWorkflow: {
    name: 'From Sim',
    workflow: {
      blocks: { start: { id: 'start', type: 'start_trigger', name: 'Start', subBlocks: {} } },
      edges: [],
      loops: {},
      parallels: {},
    },
  },
  createSubscription: subscription,
  createWorkspaceSubscription: subscription,
  replaceSubscription: subscription,
  replaceWorkspaceSubscription: subscription,
  changeSubscription: { active: false },
  changeWorkspaceSubscription: { active: false },
  activateSubscription: { replaySuppressed: true },
  activateWorkspaceSubscription: { replaySuppressed: true },
  rotateSubscriptionSecret: rotation,
  rotateWorkspaceSubscriptionSecret: rotation,
  redeliverSince: { since: '2026-11-20T00:00:00Z', dryRun: true },
  putSecret: { value: 'a token' },
  createApiKey: { name: 'laptop', scopes: ['logs:read'] },
  createWorkspace: { name: 'Orders' },
  addMember: { email: 'ada@example.com', name: 'Ada', role: 'editor' },
  changeMember: { role: 'viewer' },
};

const refusal = (code: ApiErrorCode, error: string, details?: unknown): ErrorBody => ({
  error,
  code,
  ...(details !== undefined && { details }),
});

/** By status. */
export const errorExamples: Readonly<Record<number, ErrorBody>> = {
  400: refusal('INVALID_PARAMETER', 'The request is not valid: limit: Too big', [
    { field: 'limit', message: 'Too big' },
  ]),
  401: refusal('INVALID_API_KEY', 'The API key is not valid'),
  402: refusal('USAGE_EXCEEDED', 'The usage limit of the account is exceeded'),
  403: refusal('MISSING_ROLE', 'This takes the role owner; the key has the role editor'),
  404: refusal('NOT_FOUND', 'There is no such workflow'),
  409: refusal('CONFLICT', 'A workspace keeps at least one owner'),
  413: refusal('BODY_TOO_LARGE', 'The body is larger than 10 MB'),
  414: refusal('URI_TOO_LONG', 'The path is too long'),
  415: refusal(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be JSON: send Content-Type: application/json',
  ),
  422: refusal('INVALID_REQUEST', 'The request is not valid: name: Required', [
    { field: 'name', message: 'Required' },
  ]),
  429: refusal('RATE_LIMITED', 'The rate limit is reached; try again in 12 s'),
  500: {
    ...refusal('INTERNAL', 'Something went wrong here; the request id helps us to find it'),
    requestId: 'req-1',
  },
  503: refusal('UNAVAILABLE', 'The database is not available; try again'),
  504: refusal('EXECUTION_TIMEOUT', 'The execution did not end in time'),
};
