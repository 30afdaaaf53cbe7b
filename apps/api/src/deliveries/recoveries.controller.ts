/**
 * Progress of recoveries; `/subscriptions/{id}/redeliver` or activating a subscription starts one.
 */
import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { z } from 'zod';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { notFound } from '../errors/api-error.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { decodeCursor, encodeCursor, type Page, pageParameters } from '../http/page.js';
import { QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { ownedSubscriptionSql } from './deliveries.sql.js';
import { type RecoveryRow, recoveryViewOf } from './recoveries.js';
import { recoveryAnswer, recoveryPage, type RecoveryView } from './recovery.schemas.js';
import { cancelRecoverySql, recoveriesPageSql, recoverySql } from './recovery.sql.js';

const recoveryIdPipe = new RecordIdPipe('recovery', exampleIds.recovery);
const subscriptionIdPipe = new RecordIdPipe('subscription', exampleIds.subscription);
const listQuery = z.strictObject(pageParameters);

@Controller('api/v1')
export class RecoveriesController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  @Operation({
    id: 'listRecoveries',
    summary: 'Recoveries of a subscription, newest first',
    role: 'viewer',
    answers: { 200: recoveryPage },
    links: { '/data/0/id': ['/api/v1/recoveries/:recoveryId'] },
  })
  @Get('subscriptions/:subscriptionId/recoveries')
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Query(new QueryPipe(listQuery)) { limit, cursor }: z.output<typeof listQuery>,
  ): Promise<Page<RecoveryView>> {
    const { pool } = this.database;
    const owned = await pool.query(ownedSubscriptionSql, [subscriptionId, principal.workspaceId]);
    if (owned.rowCount === 0) throw notFound('subscription');
    const list = `recoveries:${subscriptionId}`;
    const after = cursor === undefined ? null : decodeCursor(list, cursor);
    const { rows } = await pool.query<RecoveryRow>(recoveriesPageSql, [
      subscriptionId,
      principal.workspaceId,
      after?.createdAt ?? null,
      after?.id ?? null,
      limit + 1,
    ]);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      data: rows.slice(0, limit).map(recoveryViewOf),
      ...(last !== undefined && {
        nextCursor: encodeCursor(list, { createdAt: last.created_at, id: last.id }),
      }),
    };
  }

  @Operation({
    id: 'getRecovery',
    summary: 'Progress of a recovery',
    role: 'viewer',
    answers: { 200: recoveryAnswer },
  })
  @Get('recoveries/:recoveryId')
  get(
    @CurrentPrincipal() principal: Principal,
    @Param('recoveryId', recoveryIdPipe) recoveryId: string,
  ): Promise<{ readonly data: RecoveryView }> {
    return this.#one(recoverySql, recoveryId, principal);
  }

  @Operation({
    id: 'cancelRecovery',
    summary: 'Stop a recovery; deliveries that it has already requested are still sent',
    role: 'editor',
    answers: { 200: recoveryAnswer },
  })
  @Scopes('workflows:write')
  @Post('recoveries/:recoveryId/cancel')
  @HttpCode(200)
  cancel(
    @CurrentPrincipal() principal: Principal,
    @Param('recoveryId', recoveryIdPipe) recoveryId: string,
  ): Promise<{ readonly data: RecoveryView }> {
    return this.#one(cancelRecoverySql, recoveryId, principal);
  }

  async #one(
    sql: string,
    recoveryId: string,
    { workspaceId }: Principal,
  ): Promise<{ readonly data: RecoveryView }> {
    const { rows } = await this.database.pool.query<RecoveryRow>(sql, [recoveryId, workspaceId]);
    const [row] = rows;
    if (row === undefined) throw notFound('recovery');
    return { data: recoveryViewOf(row) };
  }
}
