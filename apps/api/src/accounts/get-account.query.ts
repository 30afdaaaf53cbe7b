import type { Config } from '@libs/config';
import { billingPeriodOf, type Database, limitsOf } from '@libs/persistence';
import { CONFIG, DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { operatorActionsSql } from '../audit/audit.sql.js';
import { readLimitsSql } from '../limits/limits.sql.js';
import { type AccountDetailView, viewOf } from './account.schemas.js';
import { findAccountSql, workspacesOfAccountSql } from './accounts.sql.js';
import { accountRow } from './stored-account.js';

const shownWorkspaces = 100;
const shownActions = 10;

/** By the id of the account or of one of its workspaces, which logs and other tools show. */
export class GetAccount extends Query<AccountDetailView> {
  constructor(readonly id: string) {
    super();
  }
}

interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
}

interface ActionRow {
  readonly action: string;
  readonly occurred_at: Date;
  readonly status: number | null;
  readonly ip: string;
  readonly user_agent: string | null;
}

@QueryHandler(GetAccount)
export class GetAccountHandler implements IQueryHandler<GetAccount> {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ id }: GetAccount): Promise<AccountDetailView> {
    const row = await accountRow(this.database.pool, findAccountSql, [id]);
    const used = await this.#usedBy(row.id);
    return {
      ...viewOf(row),
      limits: { ...limitsOf(row.plan, row.limits, this.config) },
      currentPeriodCost: used.get('usage') ?? 0,
      storedBytes: used.get('stored') ?? 0,
      workspaces: await this.#workspacesOf(row.id),
      recentActions: await this.#actionsOn(row.id),
    };
  }

  /** By the keys of the statement. */
  async #usedBy(accountId: string): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.database.pool.query<{ key: string; value: number }>(readLimitsSql, [
      [],
      accountId,
      billingPeriodOf(new Date()),
    ]);
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  async #workspacesOf(accountId: string): Promise<AccountDetailView['workspaces']> {
    const values = [accountId, shownWorkspaces];
    const { rows } = await this.database.pool.query<WorkspaceRow>(workspacesOfAccountSql, values);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: row.created_at.toISOString(),
    }));
  }

  async #actionsOn(accountId: string): Promise<AccountDetailView['recentActions']> {
    const values = [accountId, shownActions];
    const { rows } = await this.database.pool.query<ActionRow>(operatorActionsSql, values);
    return rows.map((row) => ({
      action: row.action,
      occurredAt: row.occurred_at.toISOString(),
      status: row.status,
      ip: row.ip,
      userAgent: row.user_agent,
    }));
  }
}
