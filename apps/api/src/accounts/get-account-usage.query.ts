import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { MonthView } from './account.schemas.js';
import { findAccountSql, usageByMonthSql } from './accounts.sql.js';
import { accountRow } from './stored-account.js';

/** Months with usage, newest first. */
export class GetAccountUsage extends Query<MonthView[]> {
  constructor(
    readonly accountId: string,
    readonly months: number,
  ) {
    super();
  }
}

interface MonthRow {
  readonly period_start: string;
  readonly cost: number;
  readonly executions: number | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
}

function monthOf(row: MonthRow): MonthView {
  const { executions, prompt_tokens: prompt, completion_tokens: completion } = row;
  const isCounted = prompt !== null && completion !== null;
  return {
    periodStart: row.period_start,
    cost: row.cost,
    executions,
    tokens: isCounted ? { prompt, completion, total: prompt + completion } : null,
  };
}

@QueryHandler(GetAccountUsage)
export class GetAccountUsageHandler implements IQueryHandler<GetAccountUsage> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ accountId, months }: GetAccountUsage): Promise<MonthView[]> {
    const { pool } = this.database;
    const { id } = await accountRow(pool, findAccountSql, [accountId]);
    const { rows } = await pool.query<MonthRow>(usageByMonthSql, [id, months]);
    return rows.map(monthOf);
  }
}
