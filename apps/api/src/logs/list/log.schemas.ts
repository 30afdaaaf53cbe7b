/** Logs in answers. Times are ISO 8601, UTC, with milliseconds. */
import { z } from 'zod';
import { executionState } from '../../executions/execution.schemas.js';
import { answer, instant, open, type View } from '../../http/answers.js';
import { limitsBlock, limitsExample } from '../../limits/limits.schemas.js';
import { traceSpan } from '../spans/trace-span.schemas.js';
import { detailExample, entryExample, executionExample } from './log.examples.js';

const tokens = z.object({ prompt: z.int(), completion: z.int(), total: z.int() });
const models = z.record(
  z.string(),
  z.object({ input: z.number(), output: z.number(), total: z.number(), tokens }),
);
const cost = z.object({ total: z.number(), tokens, models });

const producedFile = z.object({
  id: z.string(),
  name: z.string().nullable(),
  size: z.int().describe('Bytes.'),
  type: z.string().describe('Media type.'),
  url: z.string().nullable().describe('Null where it has a query, a fragment or a user.'),
  key: z.string().nullable(),
  blockId: z
    .string()
    .describe('The block that first output it; the trigger for files of the request.'),
  iteration: z.string(),
  path: z.string().nullable().describe('Path in the output of that block.'),
});

const failure = open({
  code: z.string(),
  message: z.string(),
  blockId: z.string().nullable().optional(),
  blockName: z.string().nullable().optional(),
});
export type Failure = View<typeof failure>;
const error = failure
  .optional()
  .describe(
    'Why it failed, or was skipped; absent where it was not. No block is named where none failed: `QUEUE_TIMEOUT`, `SKIPPED`, `INTERNAL_ERROR`.',
  );

const traceSpansOmitted = z
  .int()
  .optional()
  .describe('Blocks without a span here: the answer has the first 10,000.');

/** The status is queued, running, retrying, paused, success, error or cancelled. */
const entry = {
  id: z.string(),
  workflowId: z.string(),
  executionId: z.string(),
  deploymentVersion: z.int(),
  ...executionState,
  files: z
    .array(producedFile)
    .nullable()
    .describe('Files of the request and of block outputs, at most 100; `null` if there are none.'),
  error,
  result: z
    .string()
    .nullable()
    .describe('How it ended or where it is, in a few words: `Answered 201`, `In Charge card`.'),
  errorCode: z.string().nullable().describe('`error.code`.'),
  errorBlock: z.string().nullable().describe('`error.blockName`.'),
  fingerprint: z
    .string()
    .nullable()
    .describe('Of its group in `/logs/errors`. Null for runs of drafts, and without an error.'),
  parentExecutionId: z.string().nullable().describe('The execution that waits for this one.'),
  rerunOf: z.string().nullable().describe('The execution that this one repeats.'),
};
const workflow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  deleted: z.boolean(),
});

const sentDelivery = z.object({
  id: z.string(),
  state: z.string(),
  attempts: z
    .array(z.enum(['ok', 'failed']))
    .describe('The last eight, the newest last. `ok`: it was answered with 2xx.'),
  nextAttemptAt: instant.nullable().describe('Null: no attempt is due.'),
});
export type SentDelivery = View<typeof sentDelivery>;

/** The fields of `details=full` are optional, so one shape covers both views. */
export const logEntry = answer(
  'LogEntry',
  z.object({
    ...entry,
    cost: z
      .object({ total: z.number(), tokens: tokens.optional(), models: models.optional() })
      .describe('Without `details=full`, `total` alone.'),
    workflow: workflow.optional(),
    deliveries: z
      .array(sentDelivery)
      .optional()
      .describe('With `includeDeliveries`: of an ended execution, the first five.'),
    finalOutput: z.unknown().optional(),
    traceSpans: z.array(traceSpan).optional(),
    traceSpansOmitted,
  }),
  entryExample,
);
export type LogEntry = View<typeof logEntry>;

export const logPage = answer(
  'LogPage',
  z.object({
    data: z.array(logEntry),
    nextCursor: z
      .string()
      .optional()
      .describe(
        'Absent on the last page. A page before it may have fewer logs than `limit`, or none, where what is asked for is rare.',
      ),
    searchWindow: z
      .object({ startDate: instant, endDate: instant })
      .optional()
      .describe('With `search`: the searched period; seven days if no dates were given.'),
    limits: limitsBlock,
  }),
  { data: [entryExample], nextCursor: 'eyJhZnRlciI6…', limits: limitsExample },
);
export type LogPage = Omit<View<typeof logPage>, 'limits'>;

export const tailPage = answer(
  'TailPage',
  z.object({
    data: z.array(logEntry),
    position: z
      .string()
      .describe(
        'Send it as `after` to continue directly after this page, also after an empty page.',
      ),
    limits: limitsBlock,
  }),
  { data: [entryExample], position: 'MC4xMjM0', limits: limitsExample },
);
export type TailPage = Omit<View<typeof tailPage>, 'limits'>;

export const logLines = answer(
  'LogLines',
  z.string().meta({ mediaTypes: ['application/x-ndjson', 'text/csv'] }),
  `${JSON.stringify(entryExample)}\n`,
);

const logDetail = z.object({
  ...entry,
  cost,
  workflow,
  input: z.unknown(),
  finalOutput: z.unknown(),
  traceSpans: z.array(traceSpan),
  traceSpansOmitted,
});
export type LogDetail = View<typeof logDetail>;

export const logDetailAnswer = answer(
  'LogDetailAnswer',
  z.object({ data: logDetail, limits: limitsBlock }),
  { data: detailExample, limits: limitsExample },
);

export const executionDetail = answer(
  'ExecutionDetail',
  z.object({
    executionId: z.string(),
    workflowId: z.string(),
    /** The definition exactly as it ran. */
    workflowState: z.unknown(),
    executionMetadata: z.object({ ...executionState, cost, error }),
    traceSpans: z.array(traceSpan),
    traceSpansOmitted,
    limits: limitsBlock,
  }),
  { ...executionExample, limits: limitsExample },
);
export type ExecutionDetail = Omit<View<typeof executionDetail>, 'limits'>;
