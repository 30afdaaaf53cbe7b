/** What the blocks of one execution received and answered (docs/reference/logs.md). */
import { Controller, Get, Inject, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { PathPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { LogsRateLimitGuard } from '../limits/index.js';
import { GetRawPayload } from './get-raw-payload.query.js';
import { GetSpan } from './get-span.query.js';
import { GetTrace } from './get-trace.query.js';
import { ListSpans } from './list-spans.query.js';
import {
  rawPayload,
  type RawParameters,
  rawQuery,
  spanAnswer,
  spanPage,
  type SpanParameters,
  spanQuery,
  type SpansParameters,
  spansQuery,
} from './span.schemas.js';
import { traceAnswer } from './trace.schemas.js';

const rateLimit = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const shared = {
  role: 'viewer',
  limitedKeys: 'execution',
  answerHeaders: { 200: rateLimit },
  refusals: [429],
} as const;

const executionIdPipe = new RecordIdPipe('execution', exampleIds.execution);
const spanIdPipe = new PathPipe(
  'call',
  'A block, and its iteration after a colon: `call:orders[3]`. Or the trigger block.',
);

@Controller('api/v1/executions')
@Scopes('logs:read')
@UseGuards(LogsRateLimitGuard)
export class SpansController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    ...shared,
    id: 'listSpans',
    summary: 'List the block results of an execution, without input and output',
    answers: { 200: spanPage },
  })
  @Get(':id/spans')
  list(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('id', executionIdPipe) executionId: string,
    @Query(new QueryPipe(spansQuery)) parameters: SpansParameters,
  ): Promise<View<typeof spanPage>> {
    return this.bus.execute(new ListSpans(workspaceId, executionId, parameters));
  }

  @Operation({
    ...shared,
    id: 'getTrace',
    summary: 'Get an execution with all its blocks, without input and output, to draw it',
    answers: { 200: traceAnswer },
  })
  @Get(':id/trace')
  async trace(
    @CurrentPrincipal() principal: Principal,
    @Param('id', executionIdPipe) executionId: string,
  ): Promise<View<typeof traceAnswer>> {
    return { data: await this.bus.execute(new GetTrace(principal, executionId)) };
  }

  @Operation({
    ...shared,
    id: 'getSpan',
    summary: 'Get a block result with the beginning of its input and output',
    answers: { 200: spanAnswer },
  })
  @Get(':id/spans/:spanId')
  async get(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('id', executionIdPipe) executionId: string,
    @Param('spanId', spanIdPipe) spanId: string,
    @Query(new QueryPipe(spanQuery)) parameters: SpanParameters,
  ): Promise<View<typeof spanAnswer>> {
    const sought = { workspaceId, executionId, spanId };
    return { data: await this.bus.execute(new GetSpan(sought, parameters)) };
  }

  @Operation({
    ...shared,
    id: 'downloadSpanPayload',
    summary: 'Download the whole input or output of a block',
    answers: { 200: rawPayload },
  })
  @Get(':id/spans/:spanId/raw')
  async download(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('id', executionIdPipe) executionId: string,
    @Param('spanId', spanIdPipe) spanId: string,
    @Query(new QueryPipe(rawQuery)) { part }: RawParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const sought = { workspaceId, executionId, spanId };
    const text = await this.bus.execute(new GetRawPayload(sought, part));
    // Anyone's data: no browser may show it as a page of this origin.
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${part}.json"`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    return text;
  }
}
