/**
 * The delivery saga's decisions, without I/O: which subscriptions get an event, its bytes and
 * signatures, and what follows an attempt.
 */
export { matchSubscription } from './match-subscription.js';
export type { SubscriptionFilter } from './match-subscription.js';
export { buildPayload, maxBodyBytes } from './payload.js';
export type { IncludeFlags, PayloadExtras, RateLimitWindow } from './payload.js';
export { ownSignature, standardSignature } from './signature.js';
export { deliveryHeaders } from './delivery-headers.js';
export { decideAfterAttempt, dueInTier } from './schedule.decider.js';
export type {
  AttemptContext,
  AttemptOutcome,
  Decision,
  DelayTier,
  EndReason,
} from './schedule.decider.js';
export { deadRecord, dueRecord, endpointKeyOf, redeliveryRecords } from './delivery-records.js';
export type { RedeliveryRow } from './delivery-records.js';
