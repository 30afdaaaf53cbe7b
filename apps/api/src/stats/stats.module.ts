import { Module } from '@nestjs/common';
import { GetExecutionStatsHandler } from './get-execution-stats.query.js';
import { StatsController } from './stats.controller.js';

@Module({ controllers: [StatsController], providers: [GetExecutionStatsHandler] })
export class StatsModule {}
