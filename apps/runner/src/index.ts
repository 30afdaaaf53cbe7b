export { RunnerModule } from './runner.module.js';
export { eachOpenExecution, endOf } from './partition/open-executions.js';
export type { OpenExecution } from './partition/open-executions.js';
export { loneDeathsOf } from './trials/trial-records.js';
export { deathsBeforeQuarantine } from './trials/trial-gate.js';
