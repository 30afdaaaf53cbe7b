import { Module } from '@nestjs/common';
import { LogsRateLimitGuard } from './logs-rate-limit.guard.js';
import { RateLimits } from './rate-limits.js';

/** One RateLimits per process: its leases are the instance's. */
@Module({ providers: [RateLimits, LogsRateLimitGuard], exports: [RateLimits, LogsRateLimitGuard] })
export class LimitsModule {}
