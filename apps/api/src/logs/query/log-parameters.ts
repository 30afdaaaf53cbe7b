/** Query parameters of the logs endpoints. Unknown or malformed parameters are refused by name. */
import { z } from 'zod';
import { exampleIds } from '../../http/example-values.js';
import { cursorDescription, limitDescription } from '../../http/page.js';

const once = (issue: { input: unknown }): string | undefined =>
  Array.isArray(issue.input) ? 'may be given only once' : undefined;

const text = z.string({ error: once }).min(1, 'must not be empty');

const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, {
    error: (issue) => once(issue) ?? `must be ${values.map((value) => `"${value}"`).join(' or ')}`,
  });

const listOf = (item: z.ZodType<string, string>) =>
  text
    .transform((list) => list.split(','))
    .pipe(z.array(item).max(200, 'may have at most 200 members'));

const instant = text
  .pipe(
    z.iso.datetime({
      offset: true,
      error: 'must be an ISO 8601 timestamp, e.g. 2026-01-31T08:00:00.000Z',
    }),
  )
  .transform((iso) => new Date(iso));

const numberText = (what: z.ZodNumber) =>
  text
    .regex(/^-?\d{1,15}(\.\d{1,9})?$/, 'must be a number')
    .transform(Number)
    .pipe(what);

const durationMs = numberText(z.int('must be whole milliseconds').min(0, 'must be 0 or more'));
const usd = numberText(z.number().min(0, 'must be 0 or more'));
const flag = oneOf(['true', 'false']).transform((value) => value === 'true');
const uuid = z.uuid('must be an id, or a comma-separated list of ids where a list is allowed');

const logTriggers = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;
const statuses = [
  'queued',
  'running',
  'retrying',
  'paused',
  'success',
  'error',
  'cancelled',
] as const;

/**
 * One status stays a text: cursors and positions of earlier releases are bound to it
 * (filter-fingerprint.ts).
 */
const statusList = (values: readonly [string, ...string[]]) =>
  listOf(oneOf(values)).transform((list) => {
    const [one, ...others] = list;
    return one !== undefined && others.length === 0 ? one : list;
  });

const limitMessage = 'must be a whole number from 1 to 1000';
const versionMessage = 'must be a whole number from 1 to 2147483647';

const filters = {
  workspaceId: z
    .string({ error: (issue) => once(issue) ?? 'is required' })
    .min(1, 'is required')
    .meta({ example: exampleIds.workspace }),
  workflowIds: listOf(uuid)
    .optional()
    .meta({ example: exampleIds.workflow, description: 'Ids, comma-separated, 200 at most.' }),
  notWorkflowIds: listOf(uuid).optional().meta({
    example: exampleIds.workflow,
    description: 'None of these workflows; ids, comma-separated, 200 at most.',
  }),
  folderIds: listOf(z.string().min(1, 'has an empty member')).optional().meta({
    example: 'orders,billing',
    description: 'Folders of workflows, comma-separated, 200 at most.',
  }),
  triggers: listOf(oneOf(logTriggers)).optional().meta({
    example: 'api,schedule',
    description: 'api, webhook, schedule, manual or chat; comma-separated.',
  }),
  level: oneOf(['info', 'error']).optional().meta({ example: 'error' }),
  status: statusList(statuses).optional().meta({
    example: 'error,cancelled',
    description: 'queued, running, retrying, paused, success, error or cancelled; comma-separated.',
  }),
  version: numberText(z.int32(versionMessage).min(1, versionMessage))
    .optional()
    .meta({ example: '12', description: 'Ran this deployed version of its workflow.' }),
  draft: flag
    .optional()
    .meta({ example: 'true', description: '`true`: runs of drafts only; `false`: none of them.' }),
  startDate: instant
    .optional()
    .meta({ example: '2026-01-24T08:00:00.000Z', description: 'Started at this time or later.' }),
  endDate: instant
    .optional()
    .meta({ example: '2026-01-31T08:00:00.000Z', description: 'Started at this time or earlier.' }),
  executionId: text.pipe(uuid).optional().meta({ example: exampleIds.execution }),
  minDurationMs: durationMs
    .optional()
    .meta({ example: '1000', description: 'Minimum duration; only ended executions.' }),
  maxDurationMs: durationMs
    .optional()
    .meta({ example: '60000', description: 'Maximum duration; only ended executions.' }),
  minCost: usd.optional().meta({ example: '0.01', description: 'Minimum cost in US dollars.' }),
  maxCost: usd.optional().meta({ example: '5', description: 'Maximum cost in US dollars.' }),
  errorCode: text
    .max(100)
    .optional()
    .meta({ example: 'TIMEOUT', description: 'Ended with this `error.code`.' }),
  fingerprint: text
    .pipe(z.guid('must be a fingerprint'))
    .optional()
    .meta({ example: exampleIds.fingerprint, description: 'Failed like this group of errors.' }),
  parentExecutionId: text
    .pipe(uuid)
    .optional()
    .meta({ example: exampleIds.execution, description: 'Child runs of this execution.' }),
  rerunOf: text
    .pipe(uuid)
    .optional()
    .meta({ example: exampleIds.execution, description: 'Repeats this execution.' }),
  model: text
    .max(200)
    .optional()
    .meta({ example: 'gpt-5-mini', description: 'Used this model, alone or with others.' }),
  search: text.min(3, 'must have at least 3 characters').max(200).optional().meta({
    example: 'card declined',
    description:
      'Text in the error, the output, or the name of the workflow or a block; ignores case, no wildcards.',
  }),
};

const impliesFull = 'Implies `details=full`.';
const view = {
  details: oneOf(['basic', 'full'])
    .default('basic')
    .meta({ example: 'full', description: '`full` adds the workflow and the whole cost.' }),
  includeTraceSpans: flag.default(false).meta({ example: 'true', description: impliesFull }),
  includeFinalOutput: flag.default(false).meta({ example: 'true', description: impliesFull }),
  includeDeliveries: flag.default(false).meta({
    example: 'true',
    description: 'Adds what was sent of each execution, and how it was answered.',
  }),
};

const limit = numberText(z.int(limitMessage).min(1, limitMessage).max(1_000, limitMessage))
  .default(100)
  .meta({ example: '50', description: limitDescription });

const order = oneOf(['asc', 'desc'])
  .default('desc')
  .meta({ example: 'desc', description: 'Order by start time.' });

const shared = z.strictObject({ ...filters, ...view, limit });
type SharedParameters = z.output<typeof shared>;
export type LogFilters = Omit<SharedParameters, keyof typeof view | 'limit'>;
export type LogViewParameters = Pick<SharedParameters, keyof typeof view>;

function refuseInverted(
  query: Pick<SharedParameters, keyof typeof filters>,
  context: z.RefinementCtx,
): void {
  const refuse = (path: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  const inverted = <T extends number | Date>(low: T | undefined, high: T | undefined): boolean =>
    low !== undefined && high !== undefined && low > high;
  if (inverted(query.startDate, query.endDate)) refuse('startDate', 'must not be after endDate');
  if (inverted(query.minDurationMs, query.maxDurationMs)) {
    refuse('minDurationMs', 'must not be greater than maxDurationMs');
  }
  if (inverted(query.minCost, query.maxCost)) refuse('minCost', 'must not be greater than maxCost');
}

export const logParameters = z
  .strictObject({
    ...shared.shape,
    cursor: text.optional().meta({ description: cursorDescription }),
    order,
  })
  .superRefine(refuseInverted);

export type LogParameters = z.output<typeof logParameters>;

/** An export has no pages; a CSV line has only the basic view. */
export const exportParameters = z
  .strictObject({
    ...filters,
    ...view,
    order,
    format: oneOf(['ndjson', 'csv']).default('ndjson').meta({ example: 'ndjson' }),
  })
  .superRefine((query, context) => {
    refuseInverted(query, context);
    const { details, includeTraceSpans, includeFinalOutput, includeDeliveries } = query;
    const full = details === 'full' || includeTraceSpans || includeFinalOutput;
    if (query.format === 'csv' && (full || includeDeliveries)) {
      context.addIssue({
        code: 'custom',
        path: ['format'],
        message: 'csv has only the basic fields; use ndjson for the full view and for deliveries',
      });
    }
  });

export type ExportParameters = z.output<typeof exportParameters>;

const waitMessage = 'must be whole seconds from 0 to 30';

/** The tail has only ended executions, so `running` is refused; `startDate` bounds the end time. */
export const tailParameters = z
  .strictObject({
    ...shared.shape,
    status: statusList(['success', 'error', 'cancelled']).optional().meta({ example: 'error' }),
    after: text.optional().meta({ description: '`position` from an earlier answer.' }),
    wait: numberText(z.int(waitMessage).min(0, waitMessage).max(30, waitMessage)).default(0).meta({
      example: '20',
      description: 'Seconds to wait for the next log if there is none, at most 30.',
    }),
  })
  .superRefine(refuseInverted);

export type TailParameters = z.output<typeof tailParameters>;

/** Details of one log or execution; `workspaceId` is accepted and checked. */
export const detailParameters = z.strictObject({
  workspaceId: text.optional().meta({ example: exampleIds.workspace }),
  payloads: oneOf(['all', 'none']).default('all').meta({
    example: 'none',
    description:
      '`none` leaves out inputs and outputs; such spans are `truncated`. Read them span by span.',
  }),
});
export type DetailParameters = z.output<typeof detailParameters>;
