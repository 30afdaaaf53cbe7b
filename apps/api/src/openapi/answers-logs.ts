/** Answers of logs and executions; `satisfies` ties them to the views they describe. */
import type { ProducedFile } from '@libs/execution';
import { z } from 'zod';
import type { LimitsBlock } from '../limits/index.js';
import type { ExecutionDetail, LogDetail } from '../logs/list/log-view.js';
import type { TraceSpan } from '../logs/spans/trace-span.js';

export const instant = z.iso.datetime();
const window = z.object({ limit: z.int(), remaining: z.int(), resetAt: instant });

export const limits = z.object({
  workflowExecutionRateLimit: z.object({ sync: window, async: window }),
  usage: z.object({
    currentPeriodCost: z.number(),
    limit: z.number(),
    plan: z.enum(['free', 'pro', 'team', 'enterprise']),
    isExceeded: z.boolean(),
  }),
}) satisfies z.ZodType<LimitsBlock>;

const tokens = z.object({ prompt: z.int(), completion: z.int(), total: z.int() });
const cost = z.object({
  total: z.number(),
  tokens,
  models: z.record(
    z.string(),
    z.object({ input: z.number(), output: z.number(), total: z.number(), tokens }),
  ),
});

export const traceSpan: z.ZodType<TraceSpan> = z.object({
  id: z.string(),
  name: z.string(),
  type: z
    .string()
    .describe(
      'Of the block; or `attempt` (a try), `iteration` (of a container), `execution` (a child run).',
    ),
  blockId: z.string(),
  status: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  durationMs: z.int().nullable(),
  input: z.unknown(),
  output: z.unknown(),
  error: z.unknown(),
  attempts: z.array(
    z.object({
      attemptNumber: z.int(),
      status: z.int().nullable(),
      errorCode: z.string(),
      message: z.string(),
      durationMs: z.int(),
      occurredAt: instant,
      retryAt: instant,
    }),
  ),
  attemptCount: z.int(),
  cost: z.number(),
  ports: z.array(z.string()),
  iteration: z.string(),
  executionId: z.string().nullable().describe('Of the child run, for type `execution`.'),
  truncated: z
    .boolean()
    .describe(
      'Something is not shown here: the spans of a child run, or the input and output of a block, beyond 32 MiB of them in one answer.',
    ),
  get children(): z.ZodArray<z.ZodType<TraceSpan>> {
    return z.array(traceSpan);
  },
});

const traceSpansOmitted = z
  .int()
  .optional()
  .describe('How many blocks have no span here: there are 10,000 at most, those that began first.');

const identity = {
  status: z.string(),
  level: z.enum(['info', 'error']),
  trigger: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  totalDurationMs: z.int().nullable(),
};

const producedFile = z.object({
  id: z.string(),
  name: z.string().nullable(),
  size: z.int().describe('Bytes.'),
  type: z.string().describe('Media type.'),
  url: z.string().nullable().describe('Null where it has a query, a fragment or a user.'),
  key: z.string().nullable(),
  blockId: z.string().describe('The block that gave it first; the trigger for what came in.'),
  iteration: z.string(),
  path: z.string().nullable().describe('Inside the output of that block.'),
}) satisfies z.ZodType<ProducedFile>;
const failure = z
  .looseObject({
    code: z.string(),
    message: z.string(),
    blockId: z.string().nullable().optional(),
    blockName: z.string().nullable().optional(),
  })
  .optional()
  .describe(
    'Why it failed, or was skipped; absent where it was not. No block is named where none failed: `QUEUE_TIMEOUT`, `SKIPPED`, `INTERNAL_ERROR`.',
  );
const entry = {
  id: z.string(),
  workflowId: z.string(),
  executionId: z.string(),
  deploymentVersion: z.int(),
  ...identity,
  files: z
    .array(producedFile)
    .nullable()
    .describe('What came in and what blocks gave, 100 at most; `null` when there is none.'),
  error: failure,
};
const workflow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  deleted: z.boolean(),
});

/** The fields of `details=full` are optional, so one shape covers both views. */
export const logEntry = z.object({
  ...entry,
  cost: z.object({
    total: z.number(),
    tokens: tokens.optional(),
    models: cost.shape.models.optional(),
  }),
  workflow: workflow.optional(),
  finalOutput: z.unknown().optional(),
  traceSpans: z.array(traceSpan).optional(),
  traceSpansOmitted,
});

export const logPage = z.object({
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
    .describe('With `search`: what was looked into, seven days when no dates were given.'),
  limits,
});
export const tailPage = z.object({
  data: z.array(logEntry),
  position: z
    .string()
    .describe('Send it as `after` to go on exactly behind this page, also behind an empty one.'),
  limits,
});
const logDetail = z.object({
  ...entry,
  cost,
  workflow,
  input: z.unknown(),
  finalOutput: z.unknown(),
  traceSpans: z.array(traceSpan),
  traceSpansOmitted,
}) satisfies z.ZodType<Omit<LogDetail, 'error'>>;
export const logDetailAnswer = z.object({ data: logDetail, limits });

export const executionDetail = z.object({
  executionId: z.string(),
  workflowId: z.string(),
  workflowState: z.unknown(),
  executionMetadata: z.object({ ...identity, cost, error: failure }),
  traceSpans: z.array(traceSpan),
  traceSpansOmitted,
  limits,
}) satisfies z.ZodType<ExecutionDetail>;

const executionError = z.looseObject({ code: z.string() }).nullable();
export const executionStatusAnswer = z.object({
  data: z.looseObject({
    executionId: z.string(),
    workflowId: z.string(),
    ...identity,
    output: z.unknown(),
    error: z.unknown(),
  }),
});
export const executionResult = z.object({
  data: z.looseObject({
    executionId: z.string(),
    status: z.string(),
    output: z.unknown(),
    error: executionError,
    startedAt: instant,
    endedAt: instant,
    totalDurationMs: z.int(),
    conversationId: z.string().optional(),
  }),
});
export const executionAccepted = z.object({
  data: z.looseObject({ executionId: z.string(), statusUrl: z.string().optional() }),
});
