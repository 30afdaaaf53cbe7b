import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, inTransaction } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { PoolClient } from 'pg';
import { ApiError, notFound } from '../errors/index.js';
import { ExecutionTargets } from '../executions/execution-target.js';
import { lockWorkspaceSql } from '../members/members.sql.js';
import {
  deleteEndedTokensSql,
  endTokensSql,
  insertTokenSql,
  overlappingTokensSql,
} from './trigger-tokens.sql.js';
import { type TokenRow, type TokenView, tokenViewOf } from './trigger-url.schemas.js';

/**
 * Gives the workspace's trigger URLs a new token. Former tokens work on for the overlap at most, on
 * other instances one second longer.
 */
export class RotateTriggerToken extends Command<TokenView> {
  constructor(
    readonly workspaceId: string,
    readonly overlapSeconds: number,
  ) {
    super();
  }
}

/** Former tokens that may work at a time. */
const maxOverlapping = 4;

function tooMany(tokens: number, firstEnd: Date | null): ApiError {
  const message = `${tokens} former trigger tokens would work on; ${maxOverlapping} may. The first of them ends at ${firstEnd?.toISOString() ?? ''}: rotate after that, or with "overlapSeconds": 0, which ends all of them now`;
  return new ApiError(409, 'CONFLICT', message);
}

async function rotate(
  client: PoolClient,
  { workspaceId, overlapSeconds }: RotateTriggerToken,
): Promise<TokenRow> {
  const { rowCount } = await client.query(lockWorkspaceSql, [workspaceId]);
  if (rowCount === 0) throw notFound('workspace');
  await client.query(deleteEndedTokensSql, [workspaceId]);
  await client.query(endTokensSql, [workspaceId, overlapSeconds]);
  const overlapping = await client.query<{ tokens: number; first_end: Date | null }>(
    overlappingTokensSql,
    [workspaceId],
  );
  const { tokens = 0, first_end: firstEnd = null } = overlapping.rows[0] ?? {};
  if (tokens > maxOverlapping) throw tooMany(tokens, firstEnd);
  const { rows } = await client.query<TokenRow>(insertTokenSql, [workspaceId]);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert returned no row');
  return row;
}

@CommandHandler(RotateTriggerToken)
export class RotateTriggerTokenHandler implements ICommandHandler<RotateTriggerToken> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
  ) {}

  async execute(command: RotateTriggerToken): Promise<TokenView> {
    const row = await inTransaction(this.database.pool, (client) => rotate(client, command));
    this.targets.forgetWorkspace(command.workspaceId);
    return tokenViewOf(row);
  }
}
