/** One step of an execution, with everything that happened inside it. */
import { z } from 'zod';
import { answer, instant } from '../../http/answers.js';
import { exampleIds } from '../../http/example-values.js';

const attempt = z.object({
  attemptNumber: z.int(),
  status: z.int().nullable(),
  errorCode: z.string(),
  message: z.string(),
  durationMs: z.int(),
  occurredAt: instant,
  retryAt: instant,
});

const span = z.object({
  /** Unique in its response. */
  id: z.string(),
  name: z.string(),
  type: z
    .string()
    .describe(
      'Type of the block, or `attempt`, `iteration` (of a container) or `execution` (a child run).',
    ),
  blockId: z.string(),
  /**
   * running, success, error or cancelled (unended when its execution ended). A child run has the
   * status of its log.
   */
  status: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  durationMs: z.int().nullable(),
  input: z.unknown(),
  output: z.unknown(),
  error: z.unknown(),
  /** Failed attempts that were retried. */
  attempts: z.array(attempt),
  attemptCount: z.int(),
  /** USD, for this span alone; its children have their own. */
  cost: z.number(),
  ports: z.array(z.string()),
  /** Iteration path in enclosing loops and parallels; empty at top level. */
  iteration: z.string(),
  executionId: z.string().nullable().describe('Id of the child run, for type `execution`.'),
  truncated: z
    .boolean()
    .describe(
      'The answer leaves something out: the spans of a child run, input and output of a block above 32 MiB in total, or with `payloads=none`.',
    ),
  get children(): z.ZodArray<typeof span> {
    return z.array(traceSpan);
  },
});

export const spanExample: z.input<typeof span> = {
  id: `${exampleIds.execution}:call:`,
  name: 'API',
  type: 'api',
  blockId: 'call',
  status: 'success',
  startedAt: '2026-11-21T10:00:00.010Z',
  endedAt: '2026-11-21T10:00:00.400Z',
  durationMs: 390,
  input: { method: 'POST', url: 'https://erp.example/orders/7' },
  output: { status: 200, data: { accepted: true } },
  error: null,
  attempts: [
    {
      attemptNumber: 1,
      status: 503,
      errorCode: 'HTTP_STATUS',
      message: 'The answer was 503',
      durationMs: 80,
      occurredAt: '2026-11-21T10:00:00.090Z',
      retryAt: '2026-11-21T10:00:00.290Z',
    },
  ],
  attemptCount: 2,
  cost: 0,
  ports: ['out'],
  iteration: '',
  executionId: null,
  truncated: false,
  children: [],
};

export const traceSpan = answer('TraceSpan', span, spanExample);
