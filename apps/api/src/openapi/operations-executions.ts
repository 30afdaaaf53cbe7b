/** Operations of logs, executions and workflows. */
import { idempotencyKey, op, type Operations } from './operation.js';

/** One URL with every method that its workflow accepts. */
function triggerOperations(path: string): Operations {
  const named = {
    POST: 'triggerWorkflow',
    GET: 'triggerWorkflowByGet',
    PUT: 'triggerWorkflowByPut',
    PATCH: 'triggerWorkflowByPatch',
    DELETE: 'triggerWorkflowByDelete',
  };
  const summary = "Run the workflow that owns the path; the answer is its response block's";
  const headers = {
    ...idempotencyKey,
    'webhook-id':
      'The same as Idempotency-Key. With `standard-webhooks` it is signed, required, and the only key.',
  };
  return Object.fromEntries(
    Object.entries(named).map(([method, id]) => [
      `${method} ${path}`,
      op(id, summary, { 202: 'ExecutionAccepted' }, headers),
    ]),
  );
}

export const executionOperations: Operations = {
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
    { 200: 'ExecutionEventStream', 204: null },
    { 'Last-Event-ID': 'Goes on behind this event; 204 when that was the end.' },
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
  'POST /api/v1/batches': op(
    'startBatch',
    'Cancel many executions, or run many again, by filter; or count them',
    { 202: 'StartedBatchAnswer' },
  ),
  'GET /api/v1/batches': op('listBatches', 'Batches, newest first', { 200: 'BatchPage' }),
  'GET /api/v1/batches/{batchId}': op('getBatch', 'Progress of a batch', { 200: 'BatchAnswer' }),
  'POST /api/v1/batches/{batchId}/cancel': op(
    'cancelBatch',
    'Stop a batch; what it has ordered is carried out',
    { 200: 'BatchAnswer' },
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
  'GET /api/v1/workflows/{id}/versions': op(
    'listWorkflowVersions',
    'Deployed versions, newest first',
    {
      200: 'WorkflowVersionPage',
    },
  ),
};
