/** Deliveries in requests and answers. */
import { z } from 'zod';
import { answer, instant, one, open, page, type View } from '../http/answers.js';
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

/** The answer has more fields than the document names (`attemptViewOf`). */
const attemptView = z.looseObject({ number: z.int(), startedAt: instant, state: z.string() });

const deliveryDetailView = open({ ...deliveryView.shape, attempts: z.array(attemptView) });
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
  data: { ...example, attempts: [{ number: 1, startedAt: updatedAt, state: 'succeeded' }] },
});
const sentHeader = z.object({
  name: z.string(),
  value: z.string().nullable().describe('Null for signatures and static headers: never shown.'),
});

const deliveryRequestView = z.object({
  deliveryId: z.string(),
  method: z.literal('POST'),
  url: z.string().describe('Of the last attempt.'),
  headers: z
    .array(sentHeader)
    .describe(
      'Of the last attempt; of a first attempt now where there was none. Static and signature headers are those of the subscription today.',
    ),
  body: z.string().nullable().describe('Exactly what was signed. Null where it is kept no longer.'),
  bodyBytes: z.int().nullable(),
  attempts: z
    .array(z.object({ number: z.int(), startedAt: instant, timestampMs: z.int(), url: z.string() }))
    .describe('At most the last 100, the last one first.'),
});
export type DeliveryRequestView = View<typeof deliveryRequestView>;

export const deliveryRequestAnswer = answer('DeliveryRequestAnswer', one(deliveryRequestView), {
  data: {
    deliveryId: exampleIds.delivery,
    method: 'POST',
    url: example.url,
    headers: [
      { name: 'content-type', value: 'application/json' },
      { name: 'service-delivery-id', value: exampleIds.delivery },
      { name: 'service-signature', value: null },
    ],
    body: '{"type":"workflow.execution.completed"}',
    bodyBytes: 39,
    attempts: [
      { number: 1, startedAt: updatedAt, timestampMs: Date.parse(updatedAt), url: example.url },
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

export const attemptViewOf = (row: AttemptRow) => ({
  /** Number among all attempts, from 1; a gap is an attempt that a crash cut off. */
  number: row.attempt_number,
  /** Step in the automatic schedule, from 1. */
  step: row.step,
  /** `automatic`, `manual` or `recovery`. */
  trigger: row.trigger,
  url: row.url,
  startedAt: row.started_at.toISOString(),
  latencyMs: row.latency_ms,
  status: row.status,
  errorCode: row.error_code,
  errorMessage: row.error_message,
  responseHeaders: row.response_headers,
  /** First 4 KiB. */
  responseBody: row.response_body,
  state: row.state,
  reason: row.reason,
  nextDueAt: row.next_due_at?.toISOString() ?? null,
});
