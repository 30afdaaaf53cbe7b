import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { type VariableRow, type VariableView, viewOf } from './variable.schemas.js';
import { getVariableSql } from './variables.sql.js';

export class GetVariable extends Query<VariableView> {
  constructor(
    readonly workspaceId: string,
    readonly name: string,
  ) {
    super();
  }
}

@QueryHandler(GetVariable)
export class GetVariableHandler implements IQueryHandler<GetVariable> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ workspaceId, name }: GetVariable): Promise<VariableView> {
    const { pool } = this.database;
    const { rows } = await pool.query<VariableRow>(getVariableSql, [workspaceId, name]);
    if (rows[0] === undefined) throw notFound('variable');
    return viewOf(rows[0]);
  }
}
