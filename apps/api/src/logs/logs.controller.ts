/** The logs API (spec 4.1 to 4.3) under both prefixes, because links in payloads say `/v1/logs`. */
import {
  Controller,
  Get,
  Inject,
  Param,
  Query,
  Res,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { CurrentPrincipal, onKeyEnd, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { notFound } from '../errors/index.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { Shutdown } from '../http/shutdown.js';
import { QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { LogsRateLimitGuard, RateLimits } from '../limits/index.js';
import { OpenStreams } from '../quotas/index.js';
import { LogExport } from './export/export-logs.js';
import { GetExecutionLog } from './detail/get-execution-log.query.js';
import { GetLog } from './detail/get-log.query.js';
import { ListLogs } from './list/list-logs.query.js';
import {
  executionDetail,
  logDetailAnswer,
  logLines,
  logPage,
  tailPage,
} from './list/log.schemas.js';
import {
  type DetailParameters,
  detailParameters,
  type ExportParameters,
  exportParameters,
  type LogParameters,
  logParameters,
  type TailParameters,
  tailParameters,
} from './query/log-parameters.js';
import { TailLogs } from './tail/tail-logs.query.js';

/** Headers of spec 8. */
const rateLimit = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const shared = {
  role: 'viewer',
  limitedKeys: 'handler',
  answerHeaders: { 200: rateLimit },
  refusals: [429],
} as const;

const detailPipe = new QueryPipe(detailParameters);

@Controller(['api/v1/logs', 'v1/logs'])
@Scopes('logs:read')
@UseGuards(LogsRateLimitGuard)
export class LogsController {
  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(LogExport) private readonly exporter: LogExport,
    @Inject(Shutdown) private readonly shutdown: Shutdown,
    @Inject(OpenStreams) private readonly open: OpenStreams,
  ) {}

  @Operation({
    ...shared,
    id: ['listLogs', 'listLogs_v1'],
    summary: 'Query execution logs',
    answers: { 200: logPage },
    links: {
      '/data/0/id': ['/api/v1/logs/:id'],
      '/data/0/executionId': ['/api/v1/logs/executions/:executionId', '/api/v1/executions/:id'],
    },
  })
  @Get()
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(logParameters)) parameters: LogParameters,
  ): Promise<View<typeof logPage>> {
    const page = await this.bus.execute(new ListLogs(principal, parameters));
    return { ...page, limits: await this.limits.limitsBlock(principal) };
  }

  @Operation({
    ...shared,
    id: ['tailLogs', 'tailLogs_v1'],
    summary: 'List ended executions in ledger order, each exactly once',
    answers: { 200: tailPage },
  })
  @Get('tail')
  async tail(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(tailParameters)) parameters: TailParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<View<typeof tailPage>> {
    if (parameters.wait > 0) this.open.add(principal, reply.raw);
    const gone = (): boolean => this.shutdown.begun || reply.sent || reply.raw.destroyed;
    const page = await this.bus.execute(new TailLogs(principal, parameters, gone));
    return { ...page, limits: await this.limits.limitsBlock(principal) };
  }

  @Operation({
    ...shared,
    id: ['exportLogs', 'exportLogs_v1'],
    summary: 'Export every matching log as NDJSON or CSV',
    answers: { 200: logLines },
    answerHeaders: { 200: [...rateLimit, 'X-Search-Window'] },
  })
  @Get('export')
  async export(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(exportParameters)) parameters: ExportParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    this.open.add(principal, reply.raw);
    // Off the bus: a stream, which lasts as long as its reader needs.
    const { pieces, window } = await this.exporter.start(principal, parameters);
    // The response has begun here, though its headers leave with the first piece.
    onKeyEnd(reply.raw, () => reply.raw.destroy());
    if (window !== null)
      reply.header(
        'x-search-window',
        `${window.startDate.toISOString()}/${window.endDate.toISOString()}`,
      );
    const [type, name] =
      parameters.format === 'csv'
        ? ['text/csv; charset=utf-8', 'logs.csv']
        : ['application/x-ndjson; charset=utf-8', 'logs.ndjson'];
    const stream = Readable.from(pieces, { objectMode: false });
    return new StreamableFile(stream, { type, disposition: `attachment; filename="${name}"` });
  }

  @Operation({
    ...shared,
    id: ['getExecutionLog', 'getExecutionLog_v1'],
    summary: 'Get an execution with the workflow state that ran',
    answers: { 200: executionDetail },
  })
  @Get('executions/:executionId')
  async execution(
    @CurrentPrincipal() principal: Principal,
    @Param('executionId', new RecordIdPipe('execution', exampleIds.execution)) executionId: string,
    @Query(detailPipe) parameters: DetailParameters,
  ): Promise<View<typeof executionDetail>> {
    checkWorkspace(principal, parameters);
    const execution = await this.bus.execute(
      new GetExecutionLog(principal, executionId, parameters.payloads),
    );
    return { ...execution, limits: await this.limits.limitsBlock(principal) };
  }

  @Operation({
    ...shared,
    id: ['getLog', 'getLog_v1'],
    summary: 'Get a log with its spans',
    answers: { 200: logDetailAnswer },
  })
  @Get(':id')
  async log(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new RecordIdPipe('log', exampleIds.log)) logId: string,
    @Query(detailPipe) parameters: DetailParameters,
  ): Promise<View<typeof logDetailAnswer>> {
    checkWorkspace(principal, parameters);
    const data = await this.bus.execute(new GetLog(principal, logId, parameters.payloads));
    return { data, limits: await this.limits.limitsBlock(principal) };
  }
}

function checkWorkspace({ workspaceId }: Principal, parameters: DetailParameters): void {
  const asked = parameters.workspaceId?.toLowerCase() ?? workspaceId;
  if (asked !== workspaceId) throw notFound('workspace');
}
