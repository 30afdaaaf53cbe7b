export { RunnerModule } from './runner.module.js';
export { decodePlace } from './low-watermark.js';
export { eachOpenExecution, endOf } from './open-executions.js';
export type { OpenExecution } from './open-executions.js';
export { loneDeathsOf } from './trials/open-trials.js';
export { deathsBeforeQuarantine } from './trials/verdict.js';
