/** Examples and meanings of parameters, by name: a name means the same on most routes. */
import { exampleIds } from './example-ids.js';

interface Documented {
  /** Absent when only an earlier answer can supply the value. */
  readonly example?: unknown;
  readonly description?: string;
}

const said = (example: unknown, description?: string): Documented => ({
  example,
  ...(description !== undefined && { description }),
});

const inQuery: Readonly<Record<string, Documented>> = {
  workspaceId: said(exampleIds.workspace),
  workflowIds: said(exampleIds.workflow, 'Ids, comma-separated, 200 at most.'),
  folderIds: said('orders,billing', 'Folders of workflows, comma-separated, 200 at most.'),
  triggers: said('api,schedule', 'Of api, webhook, schedule, manual, chat; comma-separated.'),
  level: said('error'),
  status: said('error'),
  startDate: said('2026-01-24T08:00:00.000Z', 'Began at that time or later.'),
  endDate: said('2026-01-31T08:00:00.000Z', 'Began at that time or earlier.'),
  executionId: said(exampleIds.execution),
  minDurationMs: said('1000', 'Took as long or longer, of those that have ended.'),
  maxDurationMs: said('60000', 'Took as long or less, of those that have ended.'),
  minCost: said('0.01', 'Cost as much or more, in US dollars.'),
  maxCost: said('5', 'Cost as much or less, in US dollars.'),
  model: said('gpt-5-mini', 'Used that model, among others or not.'),
  search: said(
    'card declined',
    'In the error, the output, names of workflow and blocks; any case, no wildcards.',
  ),
  order: said('desc', 'By the time of the beginning.'),
  details: said('full', '`full` adds the workflow and the whole cost.'),
  includeTraceSpans: said('true', 'Implies `details=full`.'),
  includeFinalOutput: said('true', 'Implies `details=full`.'),
  limit: said(50, 'Of one page; the next one has the rest.'),
  cursor: { description: '`nextCursor` of the page before, with the same filters and order.' },
  after: { description: '`position` of an earlier answer.' },
  wait: said('20', 'Seconds to wait for the next log when there is none, 30 at most.'),
  format: said('ndjson'),
  action: said('deployWorkflow', 'The `operationId` of a management action.'),
  state: said('failed'),
};

const inHeader: Readonly<Record<string, Documented>> = {
  Accept: said('application/json'),
  'Idempotency-Key': said('order-4711'),
  'Last-Event-ID': said('7'),
  'X-Execution-Mode': said('async'),
  'X-Trigger-Type': said('manual'),
  'webhook-id': said('msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'),
};

const inPath: Readonly<Record<string, Documented>> = {
  workspaceId: said(exampleIds.workspace),
  workflowId: said(exampleIds.workflow),
  subscriptionId: said(exampleIds.subscription),
  deliveryId: said(exampleIds.delivery),
  recoveryId: said(exampleIds.recovery),
  batchId: said(exampleIds.batch),
  executionId: said(exampleIds.execution),
  userId: said(exampleIds.user),
  name: said('STRIPE_KEY'),
  path: said('orders', 'Of the webhook trigger of the deployed workflow.'),
  token: said('c2VjcmV0LXRva2Vu', 'As in the `resumeUrl` of the approval.'),
  subject: said('flowledger.executions-value'),
  version: said('1', 'A number, or `latest`.'),
};

/** The path segment before `{id}` decides which record it names. */
const ownIds: readonly (readonly [RegExp, string])[] = [
  [/\/workflows\//, exampleIds.workflow],
  [/\/api-keys\//, exampleIds.key],
  [/\/logs\//, exampleIds.log],
  [/\/executions\//, exampleIds.execution],
  [/\/workspaces\//, exampleIds.workspace],
];

const places = { path: inPath, query: inQuery, header: inHeader };

/**
 * @returns the parameter's `example` and `description`, if any; numbers as text where the type is
 * text
 */
export function documentedParameter(
  place: keyof typeof places,
  name: string,
  path: string,
  type: unknown,
): Documented {
  const own = ownIds.find(([pattern]) => pattern.test(path))?.[1];
  const documented = name === 'id' ? said(own ?? '1') : (places[place][name] ?? {});
  return type === 'string' && typeof documented.example === 'number'
    ? { ...documented, example: String(documented.example) }
    : documented;
}
