/**
 * `/api/v1/batches`: cancel or rerun many executions by filter. A batch is durable, and
 * its progress can be polled.
 */
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { notFound } from '../errors/index.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { decodeCursor, encodeCursor, type Page } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import {
  batchAnswer,
  batchBody,
  batchPage,
  batchViewOf,
  listBatchesQuery,
  startedBatchAnswer,
  type BatchBody,
  type BatchRow,
  type BatchView,
  type StartedBatchView,
} from './batch.schemas.js';
import {
  batchesPageSql,
  batchSql,
  cancelBatchSql,
  countChosenQuery,
  insertBatchSql,
} from './batch.sql.js';

const batchIdPipe = new RecordIdPipe('batch', exampleIds.batch);

@Controller('api/v1/batches')
export class BatchesController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  @Operation({
    id: 'startBatch',
    summary: 'Cancel or rerun all executions that match a filter, or count them',
    role: 'editor',
    answers: { 202: startedBatchAnswer },
    example: { action: 'rerun', filter: { status: 'error' }, dryRun: true },
    links: { '/data/id': [':batchId'] },
  })
  @Scopes('workflows:run')
  @Post()
  @HttpCode(202)
  async start(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Body(new BodyPipe(batchBody)) body: BatchBody,
  ): Promise<{ readonly data: StartedBatchView }> {
    const { pool } = this.database;
    const { action, filter, perSecond, dryRun } = body;
    const until = new Date();
    const count = countChosenQuery({ workspaceId, action, filter, until });
    const counted = await pool.query<{ matching: number }>(count.text, [...count.values]);
    const matching = counted.rows[0]?.matching ?? 0;
    if (dryRun) return { data: { matching, ordered: 0 } };
    const reason = body.action === 'cancel' ? body.reason : null;
    const values = [uuidv7(), workspaceId, action, filter, reason, perSecond, matching, until];
    const { rows } = await pool.query<BatchRow>(insertBatchSql, values);
    const [row] = rows;
    if (row === undefined) throw new Error('The insert of a batch returned no row');
    return { data: batchViewOf(row) };
  }

  @Operation({
    id: 'listBatches',
    summary: 'Batches, newest first',
    role: 'viewer',
    answers: { 200: batchPage },
    links: { '/data/0/id': [':batchId'] },
  })
  @Scopes('logs:read')
  @Get()
  async list(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Query(new QueryPipe(listBatchesQuery)) { limit, cursor }: z.output<typeof listBatchesQuery>,
  ): Promise<Page<BatchView>> {
    const list = `batches:${workspaceId}`;
    const after = cursor === undefined ? null : decodeCursor(list, cursor);
    const values = [workspaceId, after?.createdAt ?? null, after?.id ?? null, limit + 1];
    const { rows } = await this.database.pool.query<BatchRow>(batchesPageSql, values);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      data: rows.slice(0, limit).map(batchViewOf),
      ...(last !== undefined && {
        nextCursor: encodeCursor(list, { createdAt: last.created_at, id: last.id }),
      }),
    };
  }

  @Operation({
    id: 'getBatch',
    summary: 'Progress of a batch',
    role: 'viewer',
    answers: { 200: batchAnswer },
  })
  @Scopes('logs:read')
  @Get(':batchId')
  get(
    @CurrentPrincipal() principal: Principal,
    @Param('batchId', batchIdPipe) batchId: string,
  ): Promise<{ readonly data: BatchView }> {
    return this.#one(batchSql, batchId, principal);
  }

  @Operation({
    id: 'cancelBatch',
    summary: 'Stop a batch; executions that it has already started continue',
    role: 'editor',
    answers: { 200: batchAnswer },
  })
  @Scopes('workflows:run')
  @Post(':batchId/cancel')
  @HttpCode(200)
  cancel(
    @CurrentPrincipal() principal: Principal,
    @Param('batchId', batchIdPipe) batchId: string,
  ): Promise<{ readonly data: BatchView }> {
    return this.#one(cancelBatchSql, batchId, principal);
  }

  async #one(
    sql: string,
    batchId: string,
    { workspaceId }: Principal,
  ): Promise<{ readonly data: BatchView }> {
    const { rows } = await this.database.pool.query<BatchRow>(sql, [batchId, workspaceId]);
    const [row] = rows;
    if (row === undefined) throw notFound('batch');
    return { data: batchViewOf(row) };
  }
}
