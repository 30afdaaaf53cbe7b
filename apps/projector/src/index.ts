/** Folds events into Postgres read models. Decides nothing. */
export { ProjectorModule } from './projector.module.js';
/** For rebuilding the read models beside the running ones, and for comparing them. */
export { deliveriesProjection } from './deliveries/deliveries.projection.js';
export { executionsProjection } from './executions/executions.projection.js';
export { foldBatch } from './engine/fold-batch.js';
export { rebuildProjection } from './rebuild/rebuild.js';
export type { RebuildProgress } from './rebuild/rebuild.js';
export { RebuildError } from './rebuild/rebuild.errors.js';
/** For archiving the ledger by hand. */
export { namedCutoffs, retentionCutoffs } from './ledger-retention/cuts.js';
export { daysInKafka, LedgerRetentionError } from './ledger-retention/days-in-kafka.js';
export { lockArchive, retainLedger } from './ledger-retention/retain-ledger.js';
export type { PartitionReport, TopicReport } from './ledger-retention/retain-ledger.js';
export { loadCheckpoint } from './engine/checkpoint.js';
export { ProjectionWriter } from './engine/projection-writer.js';
