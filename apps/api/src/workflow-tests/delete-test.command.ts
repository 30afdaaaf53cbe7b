import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/index.js';
import { deleteTestSql } from './workflow-test.sql.js';

export class DeleteTest extends Command<undefined> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly testId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteTest)
export class DeleteTestHandler implements ICommandHandler<DeleteTest> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, workflowId, testId }: DeleteTest): Promise<undefined> {
    const values = [workflowId, principal.workspaceId, testId];
    const { rowCount } = await this.database.pool.query(deleteTestSql, values);
    if (rowCount === 0) throw notFound('test');
  }
}
