import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { deleteSecretSql } from './workspace.sql.js';

export class DeleteSecret extends Command<undefined> {
  constructor(
    readonly workspaceId: string,
    readonly name: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteSecret)
export class DeleteSecretHandler implements ICommandHandler<DeleteSecret> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ workspaceId, name }: DeleteSecret): Promise<undefined> {
    const { rowCount } = await this.database.pool.query(deleteSecretSql, [workspaceId, name]);
    if (rowCount === 0) throw notFound('secret');
  }
}
