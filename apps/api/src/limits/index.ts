export type { LimitsBlock } from './limits.schemas.js';
export { LimitsModule } from './limits.module.js';
export { LogsRateLimitGuard } from './logs-rate-limit.guard.js';
export { rateHeadersOf, RateLimits } from './rate-limits.js';
