import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { BatchWorker } from './batch-worker.js';
import { BatchesController } from './batches.controller.js';

/** Cancels or reruns many executions at once. */
@Module({
  imports: [ExecutionsModule],
  controllers: [BatchesController],
  providers: [BatchWorker],
})
export class BatchesModule {}
