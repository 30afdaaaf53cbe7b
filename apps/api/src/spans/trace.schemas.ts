/** One execution without payloads: what a page needs to draw it, about 70 bytes a block. */
import { z } from 'zod';
import { answer, instant, one, open, type View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';

const tokens = z.object({ prompt: z.int(), completion: z.int(), total: z.int() });

const failure = {
  code: z.string(),
  message: z.string().describe('Its first 300 characters.'),
};

const traceBlock = z.object({
  id: z.string().describe('The block, and its iteration after a colon: `call`, `call:loop[3]`.'),
  at: z.int().describe('Milliseconds after `startedAt` of the execution.'),
  ms: z.int().nullable().describe('How long it took. Null: it has not ended.'),
  ports: z.array(z.string()).optional().describe('Absent: `out` alone.'),
  attemptCount: z.int().optional().describe('Absent: 1.'),
  cost: z.number().optional().describe('Absent: 0.'),
  tokens: z.int().optional().describe('Of all models that it used. Absent: none, or not told.'),
  offset: z.int().optional().describe('Of its last event in the ledger.'),
  error: z
    .object({ ...failure, status: z.int().nullable().describe('Of the answer, if one came.') })
    .optional(),
  executionId: z.string().optional().describe('The run that it started.'),
});
export type TraceBlock = View<typeof traceBlock>;

const failedTry = z.object({
  id: z.string().describe('As in `spans`.'),
  attemptNumber: z.int(),
  status: z.int().nullable(),
  ...failure,
  at: z.int().describe('When it failed, in milliseconds after `startedAt` of the execution.'),
  ms: z.int().describe('How long it took.'),
  retryAt: z.int().describe('When the next one was due, as `at`.'),
  offset: z.int().optional().describe('Of its event in the ledger.'),
});
export type FailedTry = View<typeof failedTry>;

const childRun = z.object({
  executionId: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  blockId: z.string().nullable().describe('The block that waits for it.'),
  status: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
});
const rerun = z.object({ executionId: z.string(), status: z.string(), startedAt: instant });

const ledgerRange = z.object({
  topic: z.string(),
  partition: z.int(),
  firstOffset: z.int().nullable().describe('Of its start. Null for an older execution.'),
  lastOffset: z.int().nullable().describe('Of its end. Null before it.'),
});

const trace = z.object({
  executionId: z.string(),
  logId: z.string(),
  workflow: z.object({ id: z.string(), name: z.string(), deleted: z.boolean() }),
  deploymentVersion: z.int(),
  draft: z.boolean().describe('Whether it ran the draft, not a deployed version.'),
  trigger: z.string(),
  triggerBlockId: z.string().nullable(),
  status: z.string(),
  result: z.string().nullable().describe('As in the list of logs.'),
  fingerprint: z.string().nullable().describe('Of its group of errors.'),
  parent: z
    .object({ executionId: z.string(), blockId: z.string().nullable() })
    .nullable()
    .describe('The execution whose block waits for this one.'),
  children: z.array(childRun).describe('The runs that it waits for, the first 100.'),
  rerunOf: z.string().nullable(),
  reruns: z.array(rerun).describe('Executions that repeat this one, the newest 20.'),
  startedAt: instant.describe('When it was accepted, and queued.'),
  beganAt: instant.nullable().describe('When a runner began it. Null for an older execution.'),
  endedAt: instant.nullable(),
  totalDurationMs: z.int().nullable(),
  ledger: ledgerRange.describe('Where its events are.'),
  cost: z.object({ total: z.number(), tokens }),
  error: open({
    code: z.string(),
    message: z.string(),
    blockId: z.string().nullable().optional(),
    blockName: z.string().nullable().optional(),
  }).nullable(),
  definition: z
    .unknown()
    .describe('The version that ran, as `getWorkflowVersion` has it. Null where it is gone.'),
  layout: z.unknown().describe('Its layout, or null.'),
  readAt: instant.describe('Time of the server, for what is still running.'),
  lastEventId: z
    .int()
    .describe('The stream of events continues after it: send it as `Last-Event-ID`.'),
  blocks: z
    .record(z.string(), z.object({ name: z.string(), type: z.string() }))
    .describe('Names and types, by block id.'),
  spans: z.array(traceBlock).describe('In the order in which they began, the first 10,000.'),
  tries: z.array(failedTry).describe('Failed tries that were retried, the first 10,000.'),
  spansOmitted: z.int().describe('Spans beyond the first 10,000.'),
});
export type Trace = View<typeof trace>;

export const traceAnswer = answer('TraceAnswer', one(trace), {
  data: {
    executionId: exampleIds.execution,
    logId: exampleIds.log,
    workflow: { id: exampleIds.workflow, name: 'Order intake', deleted: false },
    deploymentVersion: 12,
    draft: false,
    trigger: 'webhook',
    triggerBlockId: 'hook',
    status: 'error',
    result: 'HTTP 402 in Charge card, third try',
    fingerprint: exampleIds.fingerprint,
    parent: null,
    children: [],
    rerunOf: null,
    reruns: [],
    startedAt: '2026-11-21T10:00:00.000Z',
    beganAt: '2026-11-21T10:00:00.012Z',
    endedAt: '2026-11-21T10:00:34.200Z',
    totalDurationMs: 34_200,
    ledger: {
      topic: 'workflow.execution.events',
      partition: 3,
      firstOffset: 48_213_871,
      lastOffset: 48_213_907,
    },
    cost: { total: 0.0021, tokens: { prompt: 1_100, completion: 184, total: 1_284 } },
    error: {
      code: 'HTTP_STATUS',
      message: 'The server answered with status 402',
      blockId: 'charge',
      blockName: 'Charge card',
    },
    definition: { blocks: [], edges: [], variables: {} },
    layout: null,
    readAt: '2026-11-21T10:02:00.000Z',
    lastEventId: 12,
    blocks: { charge: { name: 'Charge card', type: 'api' } },
    spans: [
      {
        id: 'charge',
        at: 2_080,
        ms: 32_120,
        ports: [],
        attemptCount: 3,
        offset: 48_213_906,
        error: {
          code: 'HTTP_STATUS',
          message: 'The server answered with status 402',
          status: 402,
        },
      },
    ],
    tries: [
      {
        id: 'charge',
        attemptNumber: 1,
        status: 503,
        code: 'HTTP_STATUS',
        message: 'The server answered with status 503',
        at: 2_390,
        ms: 310,
        retryAt: 7_390,
        offset: 48_213_893,
      },
    ],
    spansOmitted: 0,
  },
});
