/** `/api/v1/operator/accounts`: accounts, for the operator of the service (decision 34). */
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import type { Page } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import {
  accountAnswer,
  accountDetailAnswer,
  type AccountDetailView,
  accountPage,
  accountsQuery,
  type AccountsParameters,
  accountUsageAnswer,
  type AccountView,
  createAccountBody,
  type CreateAccountBody,
  createdAccountAnswer,
  type CreatedAccountView,
  limitsBody,
  type LimitsBody,
  type MonthView,
  planBody,
  type PlanBody,
  suspensionBody,
  type SuspensionBody,
  usageQuery,
  type UsageParameters,
} from './account.schemas.js';
import { ChangeLimits } from './change-limits.command.js';
import { CreateAccount } from './create-account.command.js';
import { GetAccountUsage } from './get-account-usage.query.js';
import { GetAccount } from './get-account.query.js';
import { ListAccounts } from './list-accounts.query.js';
import { ResumeAccount } from './resume-account.command.js';
import { SetPlan } from './set-plan.command.js';
import { SuspendAccount } from './suspend-account.command.js';

const accountId = new RecordIdPipe('account', exampleIds.account);

@Controller('api/v1/operator/accounts')
export class AccountsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'createAccount',
    summary: 'Create an account with its first workspace, its owner and their key',
    role: 'operator',
    answers: { 201: createdAccountAnswer },
    example: { name: 'Acme', plan: 'pro', owner: { email: 'ada@example.com', name: 'Ada' } },
    links: { '/data/id': [':accountId'] },
  })
  @Post()
  async create(
    @Body(new BodyPipe(createAccountBody)) body: CreateAccountBody,
  ): Promise<{ data: CreatedAccountView }> {
    return { data: await this.bus.execute(new CreateAccount(body)) };
  }

  @Operation({
    id: 'listAccounts',
    summary: 'List accounts, newest first',
    role: 'operator',
    answers: { 200: accountPage },
    links: { '/data/0/id': [':accountId'] },
  })
  @Get()
  list(
    @Query(new QueryPipe(accountsQuery)) parameters: AccountsParameters,
  ): Promise<Page<AccountView>> {
    return this.bus.execute(new ListAccounts(parameters));
  }

  @Operation({
    id: 'getAccount',
    summary: 'Get an account, by its id or the id of one of its workspaces',
    role: 'operator',
    answers: { 200: accountDetailAnswer },
  })
  @Get(':accountId')
  async get(@Param('accountId', accountId) id: string): Promise<{ data: AccountDetailView }> {
    return { data: await this.bus.execute(new GetAccount(id)) };
  }

  @Operation({
    id: 'setAccountPlan',
    summary: 'Change the plan of an account',
    role: 'operator',
    answers: { 200: accountAnswer },
    example: { plan: 'team' },
  })
  @Put(':accountId/plan')
  async setPlan(
    @Param('accountId', accountId) id: string,
    @Body(new BodyPipe(planBody)) { plan }: PlanBody,
  ): Promise<{ data: AccountView }> {
    return { data: await this.bus.execute(new SetPlan(id, plan)) };
  }

  @Operation({
    id: 'changeAccountLimits',
    summary: "Set limits of an account, or let it follow its plan's again",
    role: 'operator',
    answers: { 200: accountAnswer },
    example: { set: { logsPerMinute: 120 }, clear: ['usageLimitUsd'] },
  })
  @Patch(':accountId/limits')
  async changeLimits(
    @Param('accountId', accountId) id: string,
    @Body(new BodyPipe(limitsBody)) limits: LimitsBody,
  ): Promise<{ data: AccountView }> {
    return { data: await this.bus.execute(new ChangeLimits(id, limits)) };
  }

  @Operation({
    id: 'suspendAccount',
    summary: 'Suspend an account; nothing new starts, and running executions finish',
    role: 'operator',
    answers: { 200: accountAnswer },
    example: { reason: 'Unpaid invoices' },
  })
  @Post(':accountId/suspend')
  @HttpCode(200)
  async suspend(
    @Param('accountId', accountId) id: string,
    @Body(new BodyPipe(suspensionBody)) { reason }: SuspensionBody,
  ): Promise<{ data: AccountView }> {
    return { data: await this.bus.execute(new SuspendAccount(id, reason)) };
  }

  @Operation({
    id: 'resumeAccount',
    summary: 'End the suspension of an account',
    role: 'operator',
    answers: { 200: accountAnswer },
  })
  @Post(':accountId/resume')
  @HttpCode(200)
  async resume(@Param('accountId', accountId) id: string): Promise<{ data: AccountView }> {
    return { data: await this.bus.execute(new ResumeAccount(id)) };
  }

  @Operation({
    id: 'getAccountUsage',
    summary: 'Get the cost, executions and tokens of an account by month',
    role: 'operator',
    answers: { 200: accountUsageAnswer },
  })
  @Get(':accountId/usage')
  async usage(
    @Param('accountId', accountId) id: string,
    @Query(new QueryPipe(usageQuery)) { months }: UsageParameters,
  ): Promise<{ data: readonly MonthView[] }> {
    return { data: await this.bus.execute(new GetAccountUsage(id, months)) };
  }
}
