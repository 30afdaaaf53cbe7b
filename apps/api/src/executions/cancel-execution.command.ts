import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { ApiError, notFound } from '../errors/index.js';
import { ExecutionOrders } from './execution-orders.js';
import { executionStatus } from './get-execution.query.js';
import { UnseenExecutions } from './unseen-executions.js';

/** Also cancels an execution that the read model does not have yet. */
export class CancelExecution extends Command<undefined> {
  /** @param executionId in lower case */
  constructor(
    readonly workspaceId: string,
    readonly executionId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(CancelExecution)
export class CancelExecutionHandler implements ICommandHandler<CancelExecution> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionOrders) private readonly orders: ExecutionOrders,
    @Inject(UnseenExecutions) private readonly unseen: UnseenExecutions,
  ) {}

  async execute({ workspaceId, executionId, reason }: CancelExecution): Promise<undefined> {
    const status = await executionStatus(this.database.pool, executionId, workspaceId);
    // A runner ignores the control command if the execution belongs to another workspace.
    if (status === null && !(await this.unseen.mayExist(executionId, workspaceId)))
      throw notFound('execution');
    if (status !== null && status.endedAt !== null)
      throw new ApiError(409, 'EXECUTION_ENDED', 'The execution has already ended');
    await this.orders.cancel({ executionId, workspaceId, reason, requestedAt: Date.now() });
  }
}
