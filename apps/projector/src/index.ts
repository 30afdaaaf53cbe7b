/** Folds events into Postgres read models. Decides nothing. */
export { ProjectorModule } from './projector.module.js';
/** For whoever builds the read models anew beside the running ones, and compares. */
export { executionsProjection } from './executions/executions.projection.js';
export { foldBatch } from './engine/fold-batch.js';
export { loadCheckpoint } from './engine/checkpoint.js';
export { ProjectionWriter } from './engine/projection-writer.js';
