import { Module } from '@nestjs/common';
import { ExpiredWindows } from './expired-windows.js';
import { LogsRateLimitGuard } from './logs-rate-limit.guard.js';
import { RateLimits } from './rate-limits.js';

/** Exactly one RateLimits per process: the process owns its leases. */
@Module({
  providers: [RateLimits, LogsRateLimitGuard, ExpiredWindows],
  exports: [RateLimits, LogsRateLimitGuard],
})
export class LimitsModule {}
