/**
 * Example answers of logs and executions, by shape name. Shown in the document; checked by the
 * compiler and a test.
 */
import type { z } from 'zod';
import type { schemas } from './answer-schemas.js';
import type { TraceSpan } from '../logs/spans/trace-span.js';
import { exampleIds as id } from './example-ids.js';

export type ExamplesOf<K extends keyof typeof schemas> = {
  readonly [N in K]: z.input<(typeof schemas)[N]>;
};

const window = (limit: number) => ({
  limit,
  remaining: limit - 1,
  resetAt: '2026-11-21T10:01:00.000Z',
});
export const limitsExample = {
  workflowExecutionRateLimit: { sync: window(25), async: window(200) },
  usage: { currentPeriodCost: 1.25, limit: 20, plan: 'pro', isExceeded: false },
} as const;

const tokens = { prompt: 120, completion: 40, total: 160 };
const cost = {
  total: 0.0021,
  tokens,
  models: { 'gpt-5-mini': { input: 0.0012, output: 0.0009, total: 0.0021, tokens } },
};
const identity = {
  status: 'success',
  level: 'info',
  trigger: 'webhook',
  startedAt: '2026-11-21T10:00:00.000Z',
  endedAt: '2026-11-21T10:00:00.420Z',
  totalDurationMs: 420,
} as const;
const span: TraceSpan = {
  id: `${id.execution}:call:`,
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
const entry = {
  id: id.log,
  workflowId: id.workflow,
  executionId: id.execution,
  deploymentVersion: 3,
  ...identity,
  files: [
    {
      id: '5e6f9c0d4b2a18377d1c9be0a4f3e2d1',
      name: 'order.pdf',
      size: 48_213,
      type: 'application/pdf',
      url: null,
      key: null,
      blockId: 'hook',
      iteration: '',
      path: 'files.order',
    },
  ],
};
const listed = { ...entry, cost: { total: 0.0021 } };
const workflow = { id: id.workflow, name: 'Order intake', description: null, deleted: false };
const output = { status: 'success', order: { accepted: true } };

export const executionExamples = {
  LimitsBlock: limitsExample,
  TraceSpan: span,
  LogEntry: listed,
  LogPage: { data: [listed], nextCursor: 'eyJhZnRlciI6…', limits: limitsExample },
  TailPage: { data: [listed], position: 'MC4xMjM0', limits: limitsExample },
  LogLines: `${JSON.stringify(listed)}\n`,
  LogDetailAnswer: {
    data: {
      ...entry,
      cost,
      workflow,
      input: { body: { id: 7 } },
      finalOutput: output,
      traceSpans: [span],
    },
    limits: limitsExample,
  },
  ExecutionDetail: {
    executionId: id.execution,
    workflowId: id.workflow,
    workflowState: { blocks: [], edges: [] },
    executionMetadata: { ...identity, cost },
    traceSpans: [span],
    limits: limitsExample,
  },
  ExecutionStatusAnswer: {
    data: {
      executionId: id.execution,
      workflowId: id.workflow,
      ...identity,
      output,
      error: null,
    },
  },
  ExecutionResult: {
    data: {
      executionId: id.execution,
      status: 'success',
      output,
      error: null,
      startedAt: identity.startedAt,
      endedAt: identity.endedAt,
      totalDurationMs: identity.totalDurationMs,
    },
  },
  ExecutionAccepted: {
    data: { executionId: id.execution, statusUrl: `/api/v1/executions/${id.execution}` },
  },
  ResumeAccepted: {
    data: {
      executionId: id.execution,
      blockId: 'approve',
      iteration: '',
      status: 'resuming',
    },
  },
  ExecutionEventStream: 'id: 7\nevent: block.completed\ndata: {"blockId":"call"}\n\n',
  CancellationAccepted: { data: { executionId: id.execution, status: 'cancelling' } },
} satisfies Partial<ExamplesOf<keyof typeof schemas>>;
