import { WorkspaceCipherModule } from '@libs/platform';
import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.js';
import { ChangeLimitsHandler } from './change-limits.command.js';
import { CreateAccountHandler } from './create-account.command.js';
import { GetAccountUsageHandler } from './get-account-usage.query.js';
import { GetAccountHandler } from './get-account.query.js';
import { ListAccountsHandler } from './list-accounts.query.js';
import { ResumeAccountHandler } from './resume-account.command.js';
import { SetPlanHandler } from './set-plan.command.js';
import { SuspendAccountHandler } from './suspend-account.command.js';

@Module({
  imports: [WorkspaceCipherModule],
  controllers: [AccountsController],
  providers: [
    CreateAccountHandler,
    SetPlanHandler,
    ChangeLimitsHandler,
    SuspendAccountHandler,
    ResumeAccountHandler,
    ListAccountsHandler,
    GetAccountHandler,
    GetAccountUsageHandler,
  ],
})
export class AccountsModule {}
