/** Executions in requests and answers. */
import { z } from 'zod';
import { answer, instant, one, open, type View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';

const blockId = z.string().min(1, 'must not be empty').max(64, 'must have at most 64 characters');

/** Absent: from the start, with the version and the input of the execution. */
export const rerunBody = z
  .strictObject({
    fromBlockId: z.string().optional().describe('The block to start from.'),
    onlyBlockId: blockId
      .optional()
      .describe(
        'With `useDraft`: runs this block alone, with the results of the execution before it.',
      ),
    useDraft: z
      .boolean()
      .default(false)
      .describe('Runs the draft as it is now, as a `manual` run that is marked in logs.'),
    input: z
      .unknown()
      .optional()
      .describe('Another input. For a webhook it replaces the body; the headers stay.'),
    webhooks: z
      .boolean()
      .optional()
      .describe('With `useDraft`: whether subscriptions are told about the end of this run.'),
    usePins: z
      .boolean()
      .optional()
      .describe(
        'With `useDraft`: also takes the stored pins, except that of `fromBlockId` or `onlyBlockId`.',
      ),
  })
  .superRefine(({ fromBlockId, onlyBlockId, useDraft, input, webhooks, usePins }, context) => {
    if (input !== undefined && (fromBlockId !== undefined || onlyBlockId !== undefined)) {
      const message =
        'goes only with a rerun from the start: leave out "fromBlockId" and "onlyBlockId"';
      context.addIssue({ code: 'custom', path: ['input'], message });
    }
    if (onlyBlockId !== undefined && (!useDraft || fromBlockId !== undefined)) {
      const message = useDraft
        ? 'goes in place of "fromBlockId": give one of them'
        : 'goes only with "useDraft"';
      context.addIssue({ code: 'custom', path: ['onlyBlockId'], message });
    }
    if (webhooks !== undefined && !useDraft) {
      const message = 'goes only with "useDraft": other reruns are always announced';
      context.addIssue({ code: 'custom', path: ['webhooks'], message });
    }
    if (usePins !== undefined && !useDraft) {
      const message = 'goes only with "useDraft": deployed versions have no pins';
      context.addIssue({ code: 'custom', path: ['usePins'], message });
    }
  })
  .prefault({});
export type RerunBody = z.output<typeof rerunBody>;

/** A trial of the draft. */
export const draftRunBody = z.strictObject({
  input: z
    .unknown()
    .optional()
    .describe('As the whole body of a run without `X-Draft`: the output of the trigger block.'),
  pinned: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'Outputs by block id. These blocks do not run. A condition or router also needs `port`.',
    ),
  usePins: z
    .boolean()
    .default(false)
    .describe(
      'Also takes the stored pins of the workflow, except that of the block in `toBlockId` or `onlyBlockId`. Those in `pinned` come first.',
    ),
  toBlockId: blockId
    .optional()
    .describe('Runs this block and what leads to it. Nothing before a pinned block runs.'),
  onlyBlockId: blockId.optional().describe('Runs this block alone, with the pinned outputs.'),
  webhooks: z
    .boolean()
    .default(false)
    .describe('Whether subscriptions are told about the end of this run.'),
});
export type DraftRunBody = z.output<typeof draftRunBody>;

/** Which approval is answered, when several may wait, and the answer's data. */
export const resumeBody = z
  .strictObject({
    blockId: z.string().optional(),
    iteration: z.string().optional(),
    data: z.unknown().optional(),
  })
  .prefault({});
export type ResumeBody = z.output<typeof resumeBody>;

export const idempotencyKey = {
  'Idempotency-Key': {
    description: 'Repeats with the same key run once and get the same answer.',
    example: 'order-4711',
  },
};

/** A call that starts an execution can exceed a limit of the account, or time out. */
export const refusalsOfRuns = [402, 429, 504];

/** The fields that an execution and its log have in common. */
export const executionState = {
  status: z.string(),
  level: z.enum(['info', 'error']),
  trigger: z.string(),
  draft: z.boolean().describe('Whether it ran the draft, not a deployed version.'),
  startedAt: instant,
  endedAt: instant.nullable(),
  totalDurationMs: z.int().nullable(),
};
export const stateExample = {
  status: 'success',
  level: 'info',
  trigger: 'webhook',
  draft: false,
  startedAt: '2026-11-21T10:00:00.000Z',
  endedAt: '2026-11-21T10:00:00.420Z',
  totalDurationMs: 420,
} as const;
export const outputExample = { status: 'success', order: { accepted: true } };

const statusView = open({
  executionId: z.string(),
  workflowId: z.string(),
  deploymentVersion: z.int(),
  parentExecutionId: z.string().nullable().describe('The execution that waits for this one.'),
  rerunOf: z.string().nullable().describe('The execution that this one repeats.'),
  ...executionState,
  beganAt: instant
    .nullable()
    .describe('When a runner began it; `startedAt` is when it was accepted. Null for older ones.'),
  output: z.unknown(),
  error: z.unknown(),
});
export type ExecutionStatus = View<typeof statusView>;

export const statusAnswer = answer('ExecutionStatusAnswer', one(statusView), {
  data: {
    executionId: exampleIds.execution,
    workflowId: exampleIds.workflow,
    deploymentVersion: 3,
    parentExecutionId: null,
    rerunOf: null,
    ...stateExample,
    beganAt: '2026-11-21T10:00:00.012Z',
    output: outputExample,
    error: null,
  },
});

export const executionResult = answer(
  'ExecutionResult',
  one(
    open({
      executionId: z.string(),
      status: z.string(),
      output: z.unknown(),
      error: open({ code: z.string() }).nullable(),
      startedAt: instant,
      endedAt: instant,
      totalDurationMs: z.int(),
      /** Only of a chat. */
      conversationId: z.string().optional(),
    }),
  ),
  {
    data: {
      executionId: exampleIds.execution,
      status: stateExample.status,
      output: outputExample,
      error: null,
      startedAt: stateExample.startedAt,
      endedAt: stateExample.endedAt,
      totalDurationMs: stateExample.totalDurationMs,
    },
  },
);

export const executionAccepted = answer(
  'ExecutionAccepted',
  one(z.looseObject({ executionId: z.string(), statusUrl: z.string().optional() })),
  {
    data: {
      executionId: exampleIds.execution,
      statusUrl: `/api/v1/executions/${exampleIds.execution}`,
    },
  },
);

export const listening = answer(
  'Listening',
  one(
    z.object({
      testUrl: z
        .string()
        .describe('Runs the draft, as it is at the call, once. The trigger checks its caller.'),
      expiresAt: instant,
      executionId: z.string().describe('Of the run to come; unknown until the call.'),
    }),
  ),
  {
    data: {
      testUrl:
        'https://flow.example/api/webhooks/trigger/test-9mQ4vX7cB1nL6kJ3hG5fD8sA0pOiUyTrEwQzXcVbN2M/order-intake',
      expiresAt: '2026-11-21T10:05:00.000Z',
      executionId: exampleIds.execution,
    },
  },
);

export const resumeAccepted = answer(
  'ResumeAccepted',
  one(
    z.object({
      executionId: z.string(),
      blockId: z.string(),
      iteration: z.string(),
      status: z.string(),
    }),
  ),
  {
    data: {
      executionId: exampleIds.execution,
      blockId: 'approve',
      iteration: '',
      status: 'resuming',
    },
  },
);

export const cancellationAccepted = answer(
  'CancellationAccepted',
  one(z.object({ executionId: z.string(), status: z.string() })),
  { data: { executionId: exampleIds.execution, status: 'cancelling' } },
);

/** A stream of server-sent events. */
export const executionEventStream = answer(
  'ExecutionEventStream',
  z.string().meta({ mediaTypes: ['text/event-stream'] }),
  'id: 7\nevent: block.completed\ndata: {"blockId":"call"}\n\n',
);
