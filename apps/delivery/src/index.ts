/**
 * The delivery saga turns completed executions into signed webhooks and retries them through delay
 * topics. It reads no execution internals.
 */
export { DeliveryModule } from './delivery.module.js';
export { noteNothingToDeliver } from './fan-out/handed-over.js';
export { readDeadLetters, redrive } from './dead-letters/dead-letters.js';
export type { DeadLetter } from './dead-letters/dead-letters.js';
