import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '../../auth/index.js';
import { notFound } from '../../errors/index.js';
import { LogDetailReader } from './log-detail.reader.js';
import { executionDetailOf } from '../list/log-view.js';
import type { ExecutionDetail } from '../list/log.schemas.js';
import type { DetailParameters } from '../query/log-parameters.js';
import { logByExecutionSql } from '../query/log.sql.js';

export class GetExecutionLog extends Query<ExecutionDetail> {
  constructor(
    readonly principal: Principal,
    readonly executionId: string,
    readonly payloads: DetailParameters['payloads'],
  ) {
    super();
  }
}

@QueryHandler(GetExecutionLog)
export class GetExecutionLogHandler implements IQueryHandler<GetExecutionLog> {
  constructor(@Inject(LogDetailReader) private readonly reader: LogDetailReader) {}

  async execute({ principal, executionId, payloads }: GetExecutionLog): Promise<ExecutionDetail> {
    const found = await this.reader.find(logByExecutionSql, executionId, principal, payloads);
    if (found === null) throw notFound('execution');
    return executionDetailOf(found.row, found.spans);
  }
}
