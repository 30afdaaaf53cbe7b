/**
 * The operator's use cases without HTTP, for the command line: the same checks, handlers and audit
 * records as of the operator API, also while the api is away.
 */
import type { Config } from '@libs/config';
import type { Database } from '@libs/persistence';
import { OperatorTrail } from '../audit/operator-trail.js';
import type { Page } from '../http/page.js';
import { BodyPipe, QueryPipe } from '../http/zod.pipe.js';
import {
  type AccountDetailView,
  accountsQuery,
  type AccountView,
  createAccountBody,
  type CreatedAccountView,
  limitsBody,
  type MonthView,
  planBody,
  suspensionBody,
  usageQuery,
} from './account.schemas.js';
import { ChangeLimits, ChangeLimitsHandler } from './change-limits.command.js';
import { CreateAccount, CreateAccountHandler } from './create-account.command.js';
import { GetAccountUsage, GetAccountUsageHandler } from './get-account-usage.query.js';
import { GetAccount, GetAccountHandler } from './get-account.query.js';
import { knownMasterKeys } from './known-master-key.js';
import { ListAccounts, ListAccountsHandler } from './list-accounts.query.js';
import { ResumeAccount, ResumeAccountHandler } from './resume-account.command.js';
import { SetPlan, SetPlanHandler } from './set-plan.command.js';
import { SuspendAccount, SuspendAccountHandler } from './suspend-account.command.js';

interface Parts {
  readonly database: Database;
  readonly config: Config;
  /** Who acts, for the audit trail. */
  readonly userAgent: string;
}

/** Bodies and parameters are those of the operator API. */
export class AccountsTool {
  readonly #database: Database;
  readonly #config: Config;
  readonly #trail: OperatorTrail;

  constructor({ database, config, userAgent }: Parts) {
    this.#database = database;
    this.#config = config;
    this.#trail = new OperatorTrail({ database, command: 'accounts', userAgent });
  }

  async create(body: unknown): Promise<CreatedAccountView> {
    const checked = new BodyPipe(createAccountBody).transform(body);
    const keys = await knownMasterKeys(this.#config, this.#database.pool);
    const handler = new CreateAccountHandler(this.#database, keys);
    return this.#recorded('createAccount', null, () => handler.execute(new CreateAccount(checked)));
  }

  async setPlan(accountId: string, body: unknown): Promise<AccountView> {
    const { plan } = new BodyPipe(planBody).transform(body);
    const handler = new SetPlanHandler(this.#database);
    const command = new SetPlan(accountId, plan);
    return this.#recorded('setAccountPlan', accountId, () => handler.execute(command));
  }

  async changeLimits(accountId: string, body: unknown): Promise<AccountView> {
    const limits = new BodyPipe(limitsBody).transform(body);
    const handler = new ChangeLimitsHandler(this.#database);
    const command = new ChangeLimits(accountId, limits);
    return this.#recorded('changeAccountLimits', accountId, () => handler.execute(command));
  }

  async suspend(accountId: string, body: unknown): Promise<AccountView> {
    const { reason } = new BodyPipe(suspensionBody).transform(body);
    const handler = new SuspendAccountHandler(this.#database);
    const command = new SuspendAccount(accountId, reason);
    return this.#recorded('suspendAccount', accountId, () => handler.execute(command));
  }

  resume(accountId: string): Promise<AccountView> {
    const handler = new ResumeAccountHandler(this.#database);
    const command = new ResumeAccount(accountId);
    return this.#recorded('resumeAccount', accountId, () => handler.execute(command));
  }

  list(parameters: unknown): Promise<Page<AccountView>> {
    const query = new ListAccounts(new QueryPipe(accountsQuery).transform(parameters));
    return new ListAccountsHandler(this.#database).execute(query);
  }

  get(id: string): Promise<AccountDetailView> {
    return new GetAccountHandler(this.#database, this.#config).execute(new GetAccount(id));
  }

  usage(accountId: string, parameters: unknown): Promise<readonly MonthView[]> {
    const { months } = new QueryPipe(usageQuery).transform(parameters);
    const query = new GetAccountUsage(accountId, months);
    return new GetAccountUsageHandler(this.#database).execute(query);
  }

  #recorded<T extends { readonly id: string }>(
    action: string,
    accountId: string | null,
    work: () => Promise<T>,
  ): Promise<T> {
    const status = accountId === null ? 201 : 200;
    return this.#trail.recorded({ action, accountId, targetId: accountId, status }, work);
  }
}
