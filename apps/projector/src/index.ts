/** Folds events into Postgres read models. Decides nothing. */
export { ProjectorModule } from './projector.module.js';
