import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { Scheduler } from './scheduler.js';

/** Schedule triggers: finds due ones and starts each once. */
@Module({ imports: [ExecutionsModule], providers: [Scheduler] })
export class SchedulesModule {}
