import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import type { ReadBody } from './notification.schemas.js';
import { markReadSql } from './notifications.sql.js';
import { readerOf } from '../auth/reader.js';

export class MarkRead extends Command<undefined> {
  constructor(
    readonly principal: Principal,
    readonly body: ReadBody,
  ) {
    super();
  }
}

@CommandHandler(MarkRead)
export class MarkReadHandler implements ICommandHandler<MarkRead> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, body: { upTo } }: MarkRead): Promise<undefined> {
    const values = [principal.workspaceId, readerOf(principal), upTo.at];
    await this.database.pool.query(markReadSql, values);
  }
}
