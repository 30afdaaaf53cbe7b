import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { BatchView } from './batch.schemas.js';
import { cancelBatchSql } from './batch.sql.js';
import { batchBy } from './get-batch.query.js';

/** Executions that the batch has ordered are still cancelled or run. */
export class CancelBatch extends Command<BatchView> {
  constructor(
    readonly workspaceId: string,
    readonly batchId: string,
  ) {
    super();
  }
}

@CommandHandler(CancelBatch)
export class CancelBatchHandler implements ICommandHandler<CancelBatch> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute(command: CancelBatch): Promise<BatchView> {
    return batchBy(cancelBatchSql, command, this.database);
  }
}
