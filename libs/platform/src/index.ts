export { CONFIG, DATABASE, EVENT_LOG, LOGGER } from './tokens.js';
export { Metrics } from './metrics.js';
export { Progress } from './progress.js';
export type { ReadinessCheck, ReadinessProblem } from './progress.js';
export { Public, publicRoute } from './public.decorator.js';
export { PlatformModule } from './platform.module.js';
export type { PlatformParts } from './platform.module.js';
export { createLogger, runProcess, stopOnSignals } from './run-process.js';
export type { ProcessOptions, RunningProcess } from './run-process.js';
