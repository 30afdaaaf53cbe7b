/** The delivery saga: completed executions become signed webhooks, retried through delay topics. Reads no execution internals. */
export { DeliveryModule } from './delivery.module.js';
export { readDeadLetters, redrive } from './dead-letters/dead-letters.js';
export type { DeadLetter } from './dead-letters/dead-letters.js';
