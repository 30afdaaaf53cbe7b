import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/index.js';
import { deletePinSql } from './pin.sql.js';

/** Removes the pin of a block; also when it has none. */
export class DeletePin extends Command<undefined> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly blockId: string,
  ) {
    super();
  }
}

@CommandHandler(DeletePin)
export class DeletePinHandler implements ICommandHandler<DeletePin> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, workflowId, blockId }: DeletePin): Promise<undefined> {
    const values = [workflowId, principal.workspaceId, blockId];
    const { rowCount } = await this.database.pool.query(deletePinSql, values);
    if (rowCount === 0) throw notFound('workflow');
  }
}
