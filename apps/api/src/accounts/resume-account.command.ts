import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, viewOf } from './account.schemas.js';
import { resumeSql } from './accounts.sql.js';
import { accountRow } from './stored-account.js';

/** Ends a suspension; changes nothing for an account that is in use. */
export class ResumeAccount extends Command<AccountView> {
  constructor(readonly accountId: string) {
    super();
  }
}

@CommandHandler(ResumeAccount)
export class ResumeAccountHandler implements ICommandHandler<ResumeAccount> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ accountId }: ResumeAccount): Promise<AccountView> {
    return viewOf(await accountRow(this.database.pool, resumeSql, [accountId]));
  }
}
