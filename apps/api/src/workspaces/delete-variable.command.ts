import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { deleteVariableSql } from './variables.sql.js';

/** Executions that begin from now on read `null`. */
export class DeleteVariable extends Command<undefined> {
  constructor(
    readonly workspaceId: string,
    readonly name: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteVariable)
export class DeleteVariableHandler implements ICommandHandler<DeleteVariable> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ workspaceId, name }: DeleteVariable): Promise<undefined> {
    const { rowCount } = await this.database.pool.query(deleteVariableSql, [workspaceId, name]);
    if (rowCount === 0) throw notFound('variable');
  }
}
