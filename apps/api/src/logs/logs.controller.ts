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
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { CurrentPrincipal, onKeyEnd, type Principal, Scopes } from '../auth/index.js';
import { notFound } from '../errors/index.js';
import { Shutdown } from '../http/shutdown.js';
import { QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { type LimitsBlock, LogsRateLimitGuard, RateLimits } from '../limits/index.js';
import { LogExport } from './export/export-logs.js';
import { GetExecutionLog } from './detail/get-execution-log.query.js';
import { GetLog } from './detail/get-log.query.js';
import { ListLogs, type LogPage } from './list/list-logs.query.js';
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
import type { ExecutionDetail, LogDetail } from './list/log-view.js';
import { TailLogs, type TailPage } from './tail/tail-logs.query.js';

type WithLimits<T> = T & { readonly limits: LimitsBlock };

const detailPipe = new QueryPipe(detailParameters);

@Controller(['api/v1/logs', 'v1/logs'])
@Scopes('logs:read')
@UseGuards(LogsRateLimitGuard)
export class LogsController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(LogExport) private readonly exporter: LogExport,
    @Inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  @Get()
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(logParameters)) parameters: LogParameters,
  ): Promise<WithLimits<LogPage>> {
    const page = await this.queries.execute(new ListLogs(principal, parameters));
    return { ...page, limits: await this.limits.limitsBlock(principal) };
  }

  @Get('tail')
  async tail(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(tailParameters)) parameters: TailParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WithLimits<TailPage>> {
    const gone = (): boolean => this.shutdown.begun || reply.sent || reply.raw.destroyed;
    const page = await this.queries.execute(new TailLogs(principal, parameters, gone));
    return { ...page, limits: await this.limits.limitsBlock(principal) };
  }

  @Get('export')
  async export(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(exportParameters)) parameters: ExportParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
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

  @Get('executions/:executionId')
  async execution(
    @CurrentPrincipal() principal: Principal,
    @Param('executionId', new RecordIdPipe('execution')) executionId: string,
    @Query(detailPipe) parameters: DetailParameters,
  ): Promise<WithLimits<ExecutionDetail>> {
    checkWorkspace(principal, parameters);
    const execution = await this.queries.execute(new GetExecutionLog(principal, executionId));
    return { ...execution, limits: await this.limits.limitsBlock(principal) };
  }

  @Get(':id')
  async log(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new RecordIdPipe('log')) logId: string,
    @Query(detailPipe) parameters: DetailParameters,
  ): Promise<WithLimits<{ readonly data: LogDetail }>> {
    checkWorkspace(principal, parameters);
    const data = await this.queries.execute(new GetLog(principal, logId));
    return { data, limits: await this.limits.limitsBlock(principal) };
  }
}

function checkWorkspace({ workspaceId }: Principal, parameters: DetailParameters): void {
  const asked = parameters.workspaceId?.toLowerCase() ?? workspaceId;
  if (asked !== workspaceId) throw notFound('workspace');
}
