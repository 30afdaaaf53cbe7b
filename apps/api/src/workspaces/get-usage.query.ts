import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { billingPeriodOf } from '@libs/persistence';
import type { Principal } from '../auth/principal.js';
import { type LimitsBlock, RateLimits } from '../limits/index.js';

export interface UsageView {
  readonly data: LimitsBlock['usage'] & {
    /** First day of the billing period: the calendar month, UTC. */
    readonly periodStart: string;
  };
  readonly limits: LimitsBlock;
}

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
    return { data: { periodStart: billingPeriodOf(new Date()), ...limits.usage }, limits };
  }
}
