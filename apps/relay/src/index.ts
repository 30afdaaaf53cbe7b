/** Publishes the clean public topics from the raw ledger. Changes nothing else. */
export { RelayModule } from './relay.module.js';
