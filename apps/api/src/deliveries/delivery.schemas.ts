/** Deliveries in requests and answers. */
import { z } from 'zod';
import { answer, instant, objectOf, one, open, page, type View } from '../http/answers.js';
import { exampleIds, updatedAt } from '../http/example-values.js';
import { pageParameters } from '../http/page.js';

const deliveryStates = [
  'pending',
  'succeeded',
  'failed',
  'exhausted',
  'suppressed',
  'dropped',
] as const;

export const listDeliveriesQuery = z.strictObject({
  ...pageParameters,
  state: z.enum(deliveryStates).optional().meta({ example: 'failed' }),
});
export type ListDeliveriesParameters = z.output<typeof listDeliveriesQuery>;

const time = z.iso.datetime({ offset: true }).transform((iso) => new Date(iso));
/** Postgres compares every date of JavaScript with these. */
const [always, never] = [new Date(0), new Date('9999-12-31T23:59:59.999Z')];

export const searchDeliveriesQuery = z.strictObject({
  ...listDeliveriesQuery.shape,
  subscriptionId: z.uuid().optional().meta({ example: exampleIds.subscription }),
  workflowId: z.uuid().optional().meta({ example: exampleIds.workflow }),
  from: time
    .default(always)
    .meta({ example: '2026-01-24T08:00:00.000Z', description: 'Created then or later.' }),
  to: time
    .default(never)
    .meta({ example: '2026-01-31T08:00:00.000Z', description: 'Created then or earlier.' }),
});
export type SearchDeliveriesParameters = z.output<typeof searchDeliveriesQuery>;

export interface DeliveryRow {
  id: string;
  subscription_id: string;
  workflow_id: string;
  execution_id: string;
  event_id: string;
  url: string;
  state: string;
  reason: string | null;
  attempts: number;
  max_attempts: number;
  last_status: number | null;
  last_error_code: string | null;
  next_due_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface AttemptRow {
  attempt_number: number;
  step: number;
  trigger: string;
  url: string;
  started_at: Date;
  latency_ms: number;
  status: number | null;
  error_code: string | null;
  error_message: string | null;
  response_headers: object | null;
  response_body: string | null;
  state: string;
  next_due_at: Date | null;
  reason: string | null;
}

const deliveryView = open({
  id: z.string(),
  subscriptionId: z.string(),
  workflowId: z.string(),
  executionId: z.string(),
  eventId: z.string(),
  /** The receiver when the delivery was created; each attempt has the URL it used. */
  url: z.string(),
  state: z.string(),
  /** Why it ended in this state, or why it waits. */
  reason: z.string().nullable(),
  attemptCount: z.int(),
  maxAttempts: z.int(),
  lastStatus: z.int().nullable(),
  lastErrorCode: z.string().nullable(),
  nextDueAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type DeliveryView = View<typeof deliveryView>;

const phases = ['address', 'dns', 'connect', 'tls', 'answer', 'timeout'] as const;

const attemptView = z.object({
  number: z.int().describe('Among all attempts, from 1; a gap is one that a crash cut off.'),
  step: z.int().describe('In the automatic schedule, from 1.'),
  trigger: z.string().describe('`automatic`, `manual` or `recovery`.'),
  url: z.string(),
  startedAt: instant,
  waitedMs: z.int().describe('From the end of the attempt before, or from `createdAt`.'),
  latencyMs: z.int(),
  status: z.int().nullable().describe('Null without an answer.'),
  errorCode: z.string().nullable().describe('Why no answer came.'),
  errorMessage: z.string().nullable(),
  failedIn: z
    .enum(phases)
    .nullable()
    .describe('Where an attempt without an answer failed; `address`: it may not be called.'),
  responseHeaders: objectOf<Record<string, string | string[]>>().nullable(),
  responseBody: z.string().nullable().describe('First 4 KiB as text.'),
  state: z.string().describe('Of the delivery after it.'),
  reason: z.string().nullable().describe('Why the delivery ended with it.'),
  nextDueAt: instant.nullable(),
});
export type AttemptView = View<typeof attemptView>;

const deliveryDetailView = open({
  ...deliveryView.shape,
  attempts: z.array(attemptView).describe('At most the last 100, the first one first.'),
});
export type DeliveryDetailView = View<typeof deliveryDetailView>;

const example: z.input<typeof deliveryView> = {
  id: exampleIds.delivery,
  subscriptionId: exampleIds.subscription,
  workflowId: exampleIds.workflow,
  executionId: exampleIds.execution,
  eventId: exampleIds.execution,
  url: 'https://receiver.example/hook',
  state: 'succeeded',
  reason: null,
  attemptCount: 1,
  maxAttempts: 5,
  lastStatus: 200,
  lastErrorCode: null,
  nextDueAt: null,
  createdAt: updatedAt,
  updatedAt,
};
export const deliveryPage = answer('DeliveryPage', page(deliveryView), { data: [example] });
export const deliveryAnswer = answer('DeliveryAnswer', one(deliveryDetailView), {
  data: {
    ...example,
    attempts: [
      {
        ...{ number: 1, step: 1, trigger: 'automatic', url: example.url, startedAt: updatedAt },
        ...{ waitedMs: 12, latencyMs: 84, status: 200, errorCode: null, errorMessage: null },
        ...{ failedIn: null, responseHeaders: { 'content-type': 'text/plain' } },
        ...{ responseBody: 'ok', state: 'succeeded', reason: null, nextDueAt: null },
      },
    ],
  },
});

export const redeliveryAnswer = answer(
  'RedeliveryAnswer',
  one(z.object({ id: z.string(), state: z.string() })),
  { data: { id: exampleIds.delivery, state: 'pending' } },
);

export const deliveryViewOf = (row: DeliveryRow): DeliveryView => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  workflowId: row.workflow_id,
  executionId: row.execution_id,
  eventId: row.event_id,
  url: row.url,
  state: row.state,
  reason: row.reason,
  attemptCount: row.attempts,
  maxAttempts: row.max_attempts,
  lastStatus: row.last_status,
  lastErrorCode: row.last_error_code,
  nextDueAt: row.next_due_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const phaseOf: Readonly<Record<string, AttemptView['failedIn']>> = {
  EGRESS_DENIED: 'address',
  INVALID_URL: 'address',
  DNS_FAILED: 'dns',
  CONNECT_TIMEOUT: 'connect',
  CONNECTION_REFUSED: 'connect',
  TLS_FAILED: 'tls',
  TIMEOUT: 'timeout',
  IDLE_TIMEOUT: 'timeout',
};

/** @param endBefore when the attempt before ended or the delivery was created, epoch ms */
const attemptViewOf = (row: AttemptRow, endBefore: number): AttemptView => ({
  number: row.attempt_number,
  step: row.step,
  trigger: row.trigger,
  url: row.url,
  startedAt: row.started_at.toISOString(),
  waitedMs: Math.max(0, row.started_at.getTime() - endBefore),
  latencyMs: row.latency_ms,
  status: row.status,
  errorCode: row.error_code,
  errorMessage: row.error_message,
  failedIn: row.error_code === null ? null : (phaseOf[row.error_code] ?? 'answer'),
  responseHeaders: row.response_headers as AttemptView['responseHeaders'],
  responseBody: row.response_body,
  state: row.state,
  reason: row.reason,
  nextDueAt: row.next_due_at?.toISOString() ?? null,
});

const endOf = ({ started_at, latency_ms }: AttemptRow): number => started_at.getTime() + latency_ms;

/** @param rows the first one first */
export const attemptViewsOf = (rows: readonly AttemptRow[], createdAt: Date): AttemptView[] =>
  rows.map((row, index) => {
    const before = rows[index - 1];
    return attemptViewOf(row, before === undefined ? createdAt.getTime() : endOf(before));
  });
