import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, type LimitsBody, viewOf } from './account.schemas.js';
import { changeLimitsSql } from './accounts.sql.js';
import { accountRow } from './stored-account.js';

/** Limits that are not named stay as they are. In force on every process within two seconds. */
export class ChangeLimits extends Command<AccountView> {
  constructor(
    readonly accountId: string,
    readonly limits: LimitsBody,
  ) {
    super();
  }
}

@CommandHandler(ChangeLimits)
export class ChangeLimitsHandler implements ICommandHandler<ChangeLimits> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ accountId, limits: { set, clear } }: ChangeLimits): Promise<AccountView> {
    const values = [accountId, JSON.stringify(set), clear];
    return viewOf(await accountRow(this.database.pool, changeLimitsSql, values));
  }
}
