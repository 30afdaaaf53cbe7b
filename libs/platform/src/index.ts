export {
  APPENDER,
  CONFIG,
  DATABASE,
  EVENT_LOG,
  LOGGER,
  MASTER_KEY,
  Public,
  publicRoute,
  TRACING,
  WORKSPACE_CIPHER,
} from './tokens.js';
export { LogCensus, noteFirst } from './log-census.js';
export type { LogOffsets } from './log-census.js';
export { ClockOffset } from './clock-offset.js';
export { Metrics } from './metrics.js';
export { Progress } from './progress.js';
export type { ReadinessCheck, ReadinessProblem } from './progress.js';
export { PlatformModule } from './platform.module.js';
export type { PlatformParts } from './platform.module.js';
export { collectSeldom, createLogger, runProcess, stopOnSignals } from './run-process.js';
export type { ProcessOptions, RunningProcess } from './run-process.js';
export { BackgroundWork } from './background-work.js';
export { BatchedCall } from './batched-call.js';
export { Fifo } from './fifo.js';
export { RepeatedFailures } from './repeated-failures.js';
export { ReadModelProgress } from './read-model-progress.js';
export type { ProjectedLedger } from './read-model-progress.js';
export { Readiness } from './readiness.js';
export { RefreshedCache, sharedCall } from './refreshed-cache.js';
export { retryUntil } from './retry-until.js';
export { WorkspaceCipherModule } from './workspace-cipher.module.js';
export { noTracing, spanIdFor, withSpanId } from './telemetry/tracing.js';
export type { LiveSpan, Tracing } from './telemetry/tracing.js';
export { traceRequests } from './telemetry/trace-requests.js';
