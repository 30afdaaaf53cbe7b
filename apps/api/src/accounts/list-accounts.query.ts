import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { keyOfRow, type Page, pageOfSql } from '../http/page.js';
import {
  type AccountRow,
  type AccountsParameters,
  type AccountView,
  viewOf,
} from './account.schemas.js';
import { listAccountsSql, listSuspendedAccountsSql } from './accounts.sql.js';

/** Newest first. */
export class ListAccounts extends Query<Page<AccountView>> {
  constructor(readonly parameters: AccountsParameters) {
    super();
  }
}

@QueryHandler(ListAccounts)
export class ListAccountsHandler implements IQueryHandler<ListAccounts> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  execute({ parameters }: ListAccounts): Promise<Page<AccountView>> {
    const { pool } = this.database;
    const isSuspended = parameters.suspended === 'true';
    const sql = isSuspended ? listSuspendedAccountsSql : listAccountsSql;
    const list = { pool, sql, values: [], keyOf: (row: AccountRow) => keyOfRow(row) };
    const cursorOf = isSuspended ? 'suspended-accounts' : 'accounts';
    return pageOfSql(list, cursorOf, parameters, viewOf);
  }
}
