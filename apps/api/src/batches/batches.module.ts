import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { BatchWorker } from './batch-worker.js';
import { BatchesController } from './batches.controller.js';

/** Many executions at once: cancelled, or run again. */
@Module({
  imports: [ExecutionsModule],
  controllers: [BatchesController],
  providers: [BatchWorker],
})
export class BatchesModule {}
