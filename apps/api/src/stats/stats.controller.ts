/** `/api/v1/stats`: figures of executions and deliveries (docs/reference/stats.md). */
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { Operation } from '../http/operation.decorator.js';
import { QueryPipe } from '../http/zod.pipe.js';
import { GetDeliveryStats } from './get-delivery-stats.query.js';
import { GetExecutionStats } from './get-execution-stats.query.js';
import {
  deliveryStatsAnswer,
  type DeliveryStatsParameters,
  deliveryStatsQuery,
  executionStatsAnswer,
  type ExecutionStatsParameters,
  executionStatsQuery,
} from './stats.schemas.js';

@Controller('api/v1/stats')
@Scopes('logs:read')
export class StatsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'getExecutionStats',
    summary: 'Get outcomes, durations, cost and tokens of ended executions over time',
    role: 'viewer',
    limitedKeys: 'handler',
    answers: { 200: executionStatsAnswer },
    refusals: [422],
  })
  @Get('executions')
  async executions(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(executionStatsQuery)) parameters: ExecutionStatsParameters,
  ): Promise<View<typeof executionStatsAnswer>> {
    return this.bus.execute(new GetExecutionStats(principal, parameters));
  }

  @Operation({
    id: 'getDeliveryStats',
    summary: 'Get attempts to deliver webhooks and the durations of their answers over time',
    role: 'viewer',
    answers: { 200: deliveryStatsAnswer },
    refusals: [422],
  })
  @Get('deliveries')
  async deliveries(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Query(new QueryPipe(deliveryStatsQuery)) parameters: DeliveryStatsParameters,
  ): Promise<View<typeof deliveryStatsAnswer>> {
    return { data: await this.bus.execute(new GetDeliveryStats(workspaceId, parameters)) };
  }
}
