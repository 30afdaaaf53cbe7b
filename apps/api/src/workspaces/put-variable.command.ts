import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '@libs/config';
import { inTransaction, limitsOf, type Database } from '@libs/persistence';
import { CONFIG, DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { ApiError, notFound } from '../errors/api-error.js';
import { type VariableRow, type VariableView, viewOf } from './variable.schemas.js';
import { lockWorkspaceSql, putVariableSql } from './variables.sql.js';

/** Sets a variable of the caller's workspace. Executions that begin from now on read it. */
export class PutVariable extends Command<VariableView> {
  constructor(
    readonly principal: Principal,
    readonly name: string,
    readonly value: unknown,
  ) {
    super();
  }
}

@CommandHandler(PutVariable)
export class PutVariableHandler implements ICommandHandler<PutVariable> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ principal, name, value }: PutVariable): Promise<VariableView> {
    const { workspaceId, plan, accountLimits } = principal;
    const limit = limitsOf(plan, accountLimits, this.config).variablesPerWorkspace;
    const row = await inTransaction(this.database.pool, async (client) => {
      const locked = await client.query(lockWorkspaceSql, [workspaceId]);
      if (locked.rowCount === 0) throw notFound('workspace');
      const values = [workspaceId, name, JSON.stringify(value), limit];
      const { rows } = await client.query<VariableRow>(putVariableSql, values);
      return rows[0];
    });
    if (row !== undefined) return viewOf(row);
    throw new ApiError(
      403,
      'QUOTA_EXCEEDED',
      `The workspace has ${limit} variables, as many as the plan "${plan}" allows. Delete one, or ask the operator to raise the limit "variablesPerWorkspace"`,
      [{ quota: 'variablesPerWorkspace', limit }],
    );
  }
}
