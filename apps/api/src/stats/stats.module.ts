import { Module } from '@nestjs/common';
import { GetDeliveryStatsHandler } from './get-delivery-stats.query.js';
import { GetExecutionStatsHandler } from './get-execution-stats.query.js';
import { StatsController } from './stats.controller.js';
import { UsageHistoryController } from './usage-history.controller.js';

@Module({
  controllers: [StatsController, UsageHistoryController],
  providers: [GetExecutionStatsHandler, GetDeliveryStatsHandler],
})
export class StatsModule {}
