import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { BatchWorker } from './batch-worker.js';
import { BatchesController } from './batches.controller.js';
import { CancelBatchHandler } from './cancel-batch.command.js';
import { GetBatchHandler } from './get-batch.query.js';
import { ListBatchesHandler } from './list-batches.query.js';
import { StartBatchHandler } from './start-batch.command.js';

/** Cancels or reruns many executions at once. */
@Module({
  imports: [ExecutionsModule],
  controllers: [BatchesController],
  providers: [
    BatchWorker,
    StartBatchHandler,
    ListBatchesHandler,
    GetBatchHandler,
    CancelBatchHandler,
  ],
})
export class BatchesModule {}
