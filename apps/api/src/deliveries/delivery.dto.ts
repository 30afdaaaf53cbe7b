/** API views of deliveries, and their request parameters. */
import { z } from 'zod';
import { pageParameters } from '../http/page.js';
import { defaultPerSecond } from './recoveries.js';

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
  state: z.enum(deliveryStates).optional(),
});
export type ListDeliveriesParameters = z.output<typeof listDeliveriesQuery>;

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** `until` is exclusive. Pending deliveries and those of deleted subscriptions can't be chosen. */
export const redeliverSinceBody = z.strictObject({
  since: instant,
  until: instant.optional(),
  states: z
    .array(z.enum(['succeeded', 'failed', 'exhausted', 'suppressed']))
    .min(1)
    .default(['failed', 'exhausted', 'suppressed']),
  /** Most deliveries made due per second; a slow receiver delays them as usual. */
  perSecond: z.number().int().min(1).max(1_000).default(defaultPerSecond),
  /** Counts the matches and sends nothing. */
  dryRun: z.boolean().default(false),
});
export type RedeliverSinceBody = z.output<typeof redeliverSinceBody>;

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

export interface DeliveryView {
  readonly id: string;
  readonly subscriptionId: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly eventId: string;
  /** The receiver when the delivery was created; each attempt has the URL it used. */
  readonly url: string;
  readonly state: string;
  /** Why it ended in this state, or why it waits. */
  readonly reason: string | null;
  readonly attemptCount: number;
  readonly maxAttempts: number;
  readonly lastStatus: number | null;
  readonly lastErrorCode: string | null;
  readonly nextDueAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface AttemptView {
  /** Number among all attempts, from 1; a gap is an attempt that a crash cut off. */
  readonly number: number;
  /** Step in the automatic schedule, from 1. */
  readonly step: number;
  /** `automatic`, `manual` or `recovery`. */
  readonly trigger: string;
  readonly url: string;
  readonly startedAt: string;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly responseHeaders: object | null;
  /** First 4 KiB. */
  readonly responseBody: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly nextDueAt: string | null;
}

export interface DeliveryDetailView extends DeliveryView {
  readonly attempts: readonly AttemptView[];
}

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

export const attemptViewOf = (row: AttemptRow): AttemptView => ({
  number: row.attempt_number,
  step: row.step,
  trigger: row.trigger,
  url: row.url,
  startedAt: row.started_at.toISOString(),
  latencyMs: row.latency_ms,
  status: row.status,
  errorCode: row.error_code,
  errorMessage: row.error_message,
  responseHeaders: row.response_headers,
  responseBody: row.response_body,
  state: row.state,
  reason: row.reason,
  nextDueAt: row.next_due_at?.toISOString() ?? null,
});
