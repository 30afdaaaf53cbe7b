export { RunnerModule } from './runner.module.js';
export { eachOpenExecution, endOf } from './partition/open-executions.js';
export type { OpenExecution } from './partition/open-executions.js';
export { loneDeathsOf } from './trials/open-trials.js';
export { deathsBeforeQuarantine } from './trials/verdict.js';
