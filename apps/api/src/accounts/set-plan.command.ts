import type { Database, Plan } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, viewOf } from './account.schemas.js';
import { setPlanSql } from './accounts.sql.js';
import { accountRow } from './stored-account.js';

/** In force on every process within two seconds. Limits of the account itself stay. */
export class SetPlan extends Command<AccountView> {
  constructor(
    readonly accountId: string,
    readonly plan: Plan,
  ) {
    super();
  }
}

@CommandHandler(SetPlan)
export class SetPlanHandler implements ICommandHandler<SetPlan> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ accountId, plan }: SetPlan): Promise<AccountView> {
    return viewOf(await accountRow(this.database.pool, setPlanSql, [accountId, plan]));
  }
}
