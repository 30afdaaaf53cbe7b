/** Recoveries in requests and answers: durable work of the delivery app that survives restarts. */
import { z } from 'zod';
import { answer, instant, one, open, page, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';

/** Low enough for a receiver that has just come back. */
export const defaultPerSecond = 100;

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** `until` is exclusive. Pending deliveries and those of deleted subscriptions can't be chosen. */
export const redeliverSinceBody = z.strictObject({
  since: time,
  until: time.optional(),
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

export const recoveryView = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  since: instant,
  /** Exclusive. */
  until: instant,
  states: z.array(z.string()),
  perSecond: z.int(),
  state: z.enum(['running', 'finished', 'cancelled']),
  matching: z.int().describe('Matching records at its start.'),
  redelivered: z.int().describe('Deliveries requested so far.'),
  createdAt: instant,
  updatedAt: instant,
});
export type RecoveryView = View<typeof recoveryView>;

/** A dry run has the counts only. */
const redeliveredView = open({
  ...recoveryView.partial().shape,
  matching: z.int(),
  redelivered: z.int(),
  byState: z.record(z.string(), z.int()).optional().describe('Of a dry run.'),
});
export type RedeliveredView = View<typeof redeliveredView>;

export const recoveryExample: z.input<typeof recoveryView> = {
  id: exampleIds.recovery,
  subscriptionId: exampleIds.subscription,
  since: createdAt,
  until: updatedAt,
  states: ['failed', 'exhausted', 'suppressed'],
  perSecond: 50,
  state: 'running',
  matching: 120,
  redelivered: 40,
  createdAt: updatedAt,
  updatedAt,
};

export const recoveryAnswer = answer('RecoveryAnswer', one(recoveryView), {
  data: recoveryExample,
});
export const recoveryPage = answer('RecoveryPage', page(recoveryView), {
  data: [recoveryExample],
});
export const redeliveriesAnswer = answer('RedeliveriesAnswer', one(redeliveredView), {
  data: recoveryExample,
});
