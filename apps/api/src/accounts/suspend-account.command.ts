import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defaultAccountId } from '../bootstrap/default-workspace.js';
import { ApiError } from '../errors/api-error.js';
import { type AccountView, viewOf } from './account.schemas.js';
import { suspendSql } from './accounts.sql.js';
import { accountRow } from './stored-account.js';

/**
 * In force on every process within two seconds: nothing new starts, and what runs or is parked goes
 * on to its end. Repeatable; the last reason stays.
 */
export class SuspendAccount extends Command<AccountView> {
  constructor(
    readonly accountId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(SuspendAccount)
export class SuspendAccountHandler implements ICommandHandler<SuspendAccount> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ accountId, reason }: SuspendAccount): Promise<AccountView> {
    if (accountId === defaultAccountId) {
      const message =
        "The default account is the operator's own, and every start needs it. Revoke its keys instead";
      throw new ApiError(409, 'CONFLICT', message);
    }
    return viewOf(await accountRow(this.database.pool, suspendSql, [accountId, reason]));
  }
}
