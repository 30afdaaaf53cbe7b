import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { Scheduler } from './scheduler.js';

/** Schedule triggers: when they are due, and starting them once. */
@Module({ imports: [ExecutionsModule], providers: [Scheduler] })
export class SchedulesModule {}
