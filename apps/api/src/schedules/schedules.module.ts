import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { ListSchedulesHandler } from './list-schedules.query.js';
import { PreviewScheduleHandler } from './preview-schedule.query.js';
import { Scheduler } from './scheduler.js';
import { SchedulesController } from './schedules.controller.js';

/** Schedule triggers: finds due ones and starts each once. */
@Module({
  imports: [ExecutionsModule],
  controllers: [SchedulesController],
  providers: [Scheduler, ListSchedulesHandler, PreviewScheduleHandler],
})
export class SchedulesModule {}
