/** Webhook subscriptions in answers. */
import type { SubscriptionEntity } from '@libs/persistence';
import { z } from 'zod';
import { answer, instant, objectOf, one, open, page, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';
import { recoveryExample, recoveryView } from '../deliveries/recovery.schemas.js';

const withStanding = 'With `include=standing`.';
const mostCounted = 'At most 10,000 are counted.';

export const breakerStanding = answer(
  'BreakerStanding',
  z.object({
    state: z
      .enum(['closed', 'open', 'probing', 'deactivated'])
      .describe('`deactivated`: the subscription is off. `closed`: deliveries are sent.'),
    since: instant.nullable().describe('Since when nothing is sent as usual; null when closed.'),
    reason: z
      .string()
      .nullable()
      .describe(
        '`NO_ANSWER`; for a deactivated one its `deactivatedReason`, or `SWITCHED_OFF` by a person.',
      ),
    heldBack: z.int().describe(`Deliveries that wait for the receiver. ${mostCounted}`),
    nextProbeAt: instant.nullable().describe('When one delivery is sent as a probe; else null.'),
  }),
  {
    state: 'open',
    since: createdAt,
    reason: 'NO_ANSWER',
    heldBack: 9,
    nextProbeAt: updatedAt,
  },
);

const lastAttemptView = z.object({
  at: instant,
  status: z.int().nullable().describe('Null without an answer; then `errorCode` says why.'),
  errorCode: z.string().nullable(),
  latencyMs: z.int(),
});

const attemptFigures = {
  succeeded: z.int().describe('Attempts that delivered.'),
  failed: z.int().describe('Attempts that did not, retries included.'),
  givenUp: z.int().describe('Of these, the last attempts of deliveries that failed or exhausted.'),
};
const dayOfAttempts = z.object({
  ...attemptFigures,
  hours: z
    .array(z.object({ at: instant, ...attemptFigures }))
    .describe('This hour and the 23 before, oldest first.'),
});

const subscriptionView = open({
  id: z.string(),
  workflowId: z.string().nullable().describe('Null: of all workflows of the workspace.'),
  workspaceId: z.string(),
  url: z.string(),
  hasSecret: z.boolean(),
  secret: z.string().optional().describe('Only in the answer to the request that had it made.'),
  /** Until when the secret before the last rotation also signs. */
  previousSecretValidUntil: instant.nullable(),
  /** Names of the static headers; their values are never shown. */
  headerNames: z.array(z.string()),
  maxPerSecond: z.int().nullable(),
  includeFinalOutput: z.boolean(),
  includeTraceSpans: z.boolean(),
  includeRateLimits: z.boolean(),
  includeUsageData: z.boolean(),
  levelFilter: z.array(z.string()),
  triggerFilter: z.array(z.string()),
  active: z.boolean(),
  /** Why the service deactivated it, e.g. after 410 Gone. */
  deactivatedReason: z.string().nullable(),
  deactivatedAt: instant.nullable(),
  /** Consecutive deliveries that used up their attempts. */
  exhaustedInARow: z.int(),
  createdAt: instant,
  updatedAt: instant,
  workflowName: z.string().nullable().optional().describe(withStanding),
  breaker: breakerStanding.optional().describe(withStanding),
  lastAttempt: lastAttemptView.nullable().optional().describe(withStanding),
  offSince: instant.nullable().optional().describe(`Null while it is on. ${withStanding}`),
  suppressed: z
    .int()
    .optional()
    .describe(`Deliveries kept since it was last switched off. ${mostCounted} ${withStanding}`),
  stats24h: dayOfAttempts
    .nullable()
    .optional()
    .describe(
      'With `include=stats24h`. Null on a page with too many figures: ask for fewer at a time.',
    ),
});
export type SubscriptionView = View<typeof subscriptionView>;

const activatedView = open({
  ...subscriptionView.shape,
  /** The recovery that sends suppressed deliveries; null when none was requested. */
  recovery: recoveryView.nullable(),
});
export type ActivatedView = View<typeof activatedView>;

export type DayOfAttempts = View<typeof dayOfAttempts>;

/** Without an answer, `status` and headers are null and `errorCode` says why. */
const testView = z.object({
  deliveryId: z.string(),
  status: z.int().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  latencyMs: z.int(),
  responseHeaders: objectOf<Record<string, string | string[]>>().nullable(),
  /** First 4 KiB as text. */
  responseBody: z.string().nullable(),
});
export type TestView = View<typeof testView>;

const sampleView = z.object({
  body: z.string().describe('JSON, at most 256 KiB, byte for byte as a delivery would have it.'),
  executionId: z
    .string()
    .nullable()
    .describe('The last execution, whose event it is. Null: there is none, and it is made up.'),
});
export type SampleView = View<typeof sampleView>;

const example: z.input<typeof subscriptionView> = {
  id: exampleIds.subscription,
  workflowId: exampleIds.workflow,
  workspaceId: exampleIds.workspace,
  url: 'https://receiver.example/hook',
  hasSecret: true,
  previousSecretValidUntil: null,
  headerNames: [],
  maxPerSecond: null,
  includeFinalOutput: true,
  includeTraceSpans: false,
  includeRateLimits: false,
  includeUsageData: false,
  levelFilter: ['info', 'error'],
  triggerFilter: ['api', 'webhook', 'schedule', 'manual', 'chat'],
  active: true,
  deactivatedReason: null,
  deactivatedAt: null,
  exhaustedInARow: 0,
  createdAt,
  updatedAt,
};

export const subscriptionAnswer = answer('SubscriptionAnswer', one(subscriptionView), {
  data: example,
});
export const subscriptionPage = answer('SubscriptionPage', page(subscriptionView), {
  data: [example],
});
export const activationAnswer = answer('SubscriptionActivationAnswer', one(activatedView), {
  data: { ...example, recovery: recoveryExample },
});
export const testAnswer = answer('SubscriptionTestAnswer', one(testView), {
  data: {
    deliveryId: exampleIds.delivery,
    status: 200,
    errorCode: null,
    errorMessage: null,
    latencyMs: 41,
    responseHeaders: { 'content-type': 'text/plain' },
    responseBody: 'ok',
  },
});

export const sampleAnswer = answer('SubscriptionSampleAnswer', one(sampleView), {
  data: {
    body: `{"id":"evt_sample","type":"workflow.execution.completed","timestamp":1795255200842,"data":{"workflowId":"${exampleIds.workflow}","status":"success"},"links":{}}`,
    executionId: null,
  },
});

export const viewOf = (
  subscription: SubscriptionEntity,
  madeSecret: string | null = null,
): SubscriptionView => ({
  id: subscription.id,
  workflowId: subscription.workflowId,
  workspaceId: subscription.workspaceId,
  url: subscription.url,
  hasSecret: subscription.secretCiphertext !== null,
  ...(madeSecret !== null && { secret: madeSecret }),
  previousSecretValidUntil: subscription.previousSecretUntil?.toISOString() ?? null,
  headerNames: subscription.headerNames,
  maxPerSecond: subscription.maxPerSecond,
  includeFinalOutput: subscription.includeFinalOutput,
  includeTraceSpans: subscription.includeTraceSpans,
  includeRateLimits: subscription.includeRateLimits,
  includeUsageData: subscription.includeUsageData,
  levelFilter: subscription.levelFilter,
  triggerFilter: subscription.triggerFilter,
  active: subscription.active,
  deactivatedReason: subscription.deactivatedReason,
  deactivatedAt: subscription.deactivatedAt?.toISOString() ?? null,
  exhaustedInARow: subscription.exhaustedRun,
  createdAt: subscription.createdAt.toISOString(),
  updatedAt: subscription.updatedAt.toISOString(),
});
