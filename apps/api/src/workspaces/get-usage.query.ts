import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { billingPeriodOf } from '@libs/persistence';
import type { Principal } from '../auth/principal.js';
import { RateLimits } from '../limits/index.js';
import type { UsageView } from './workspace.schemas.js';

export class GetUsage extends Query<UsageView> {
  constructor(readonly principal: Principal) {
    super();
  }
}

@QueryHandler(GetUsage)
export class GetUsageHandler implements IQueryHandler<GetUsage> {
  constructor(@Inject(RateLimits) private readonly rateLimits: RateLimits) {}

  async execute({ principal }: GetUsage): Promise<UsageView> {
    const limits = await this.rateLimits.limitsBlock(principal);
    const { storedBytes, limitBytes } = await this.rateLimits.storageOf(principal);
    const periodStart = billingPeriodOf(new Date());
    const storage = { storedBytes, storedBytesLimit: limitBytes };
    return { data: { periodStart, ...limits.usage, ...storage }, limits };
  }
}
