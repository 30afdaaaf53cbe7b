/**
 * `/api/v1/batches`: cancel or rerun many executions by filter. A batch is durable, and
 * its progress can be polled.
 */
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { type Page, pageQuery, type PageRequest } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import {
  batchAnswer,
  batchBody,
  batchPage,
  startedBatchAnswer,
  type BatchBody,
  type BatchView,
  type StartedBatchView,
} from './batch.schemas.js';
import { CancelBatch } from './cancel-batch.command.js';
import { GetBatch } from './get-batch.query.js';
import { ListBatches } from './list-batches.query.js';
import { StartBatch } from './start-batch.command.js';

const batchIdPipe = new RecordIdPipe('batch', exampleIds.batch);

@Controller('api/v1/batches')
export class BatchesController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

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
    return { data: await this.bus.execute(new StartBatch(workspaceId, body)) };
  }

  @Operation({
    id: 'listBatches',
    summary: 'List batches, newest first',
    role: 'viewer',
    answers: { 200: batchPage },
    links: { '/data/0/id': [':batchId'] },
  })
  @Scopes('logs:read')
  @Get()
  list(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Query(new QueryPipe(pageQuery)) parameters: PageRequest,
  ): Promise<Page<BatchView>> {
    return this.bus.execute(new ListBatches(workspaceId, parameters));
  }

  @Operation({
    id: 'getBatch',
    summary: 'Get the progress of a batch',
    role: 'viewer',
    answers: { 200: batchAnswer },
  })
  @Scopes('logs:read')
  @Get(':batchId')
  async get(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('batchId', batchIdPipe) batchId: string,
  ): Promise<{ readonly data: BatchView }> {
    return { data: await this.bus.execute(new GetBatch(workspaceId, batchId)) };
  }

  @Operation({
    id: 'cancelBatch',
    summary: 'Stop a batch; executions that it has already started continue',
    role: 'editor',
    answers: { 200: batchAnswer },
    whileSuspended: true,
  })
  @Scopes('workflows:run')
  @Post(':batchId/cancel')
  @HttpCode(200)
  async cancel(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('batchId', batchIdPipe) batchId: string,
  ): Promise<{ readonly data: BatchView }> {
    return { data: await this.bus.execute(new CancelBatch(workspaceId, batchId)) };
  }
}
