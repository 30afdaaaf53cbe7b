export type { Admission } from './admission.js';
export type { CallingAccount, OpenCaller } from './execution-call.js';
export type { LimitsBlock } from './limits.schemas.js';
export { LimitsModule } from './limits.module.js';
export { LogsRateLimitGuard } from './logs-rate-limit.guard.js';
export { rateHeadersOf, RateLimits } from './rate-limits.js';
