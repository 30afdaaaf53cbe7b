import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { decodeText, encodeText, type Page, type PageRequest } from '../http/page.js';
import { type VariableRow, type VariableView, viewOf } from './variable.schemas.js';
import { variablePageSql } from './variables.sql.js';

/** By name. */
export class ListVariables extends Query<Page<VariableView>> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: PageRequest,
  ) {
    super();
  }
}

/** A page ends early once its values have this size. */
const pageBytes = 4 * 1_024 * 1_024;

interface ListedRow extends VariableRow {
  readonly is_followed: boolean;
}

@QueryHandler(ListVariables)
export class ListVariablesHandler implements IQueryHandler<ListVariables> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    workspaceId,
    parameters: { limit, cursor },
  }: ListVariables): Promise<Page<VariableView>> {
    const list = `variables:${workspaceId}`;
    const after = cursor === undefined ? '' : decodeText(list, cursor);
    const values = [workspaceId, after, pageBytes, limit];
    const { rows } = await this.database.pool.query<ListedRow>(variablePageSql, values);
    const last = rows.at(-1);
    return {
      data: rows.map(viewOf),
      ...(last?.is_followed === true && { nextCursor: encodeText(list, last.name) }),
    };
  }
}
