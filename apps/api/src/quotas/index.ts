export { OpenStreams } from './open-streams.js';
export { Quotas } from './quotas.js';
export { QuotasModule } from './quotas.module.js';
