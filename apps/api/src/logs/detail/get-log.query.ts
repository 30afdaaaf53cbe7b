import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '../../auth/index.js';
import { notFound } from '../../errors/index.js';
import { LogDetailReader } from './log-detail.reader.js';
import { logDetailOf } from '../list/log-view.js';
import type { LogDetail } from '../list/log.schemas.js';
import type { DetailParameters } from '../query/log-parameters.js';
import { bareLogByIdSql, logByIdSql } from '../query/log.sql.js';

export class GetLog extends Query<LogDetail> {
  constructor(
    readonly principal: Principal,
    readonly logId: string,
    readonly payloads: DetailParameters['payloads'],
  ) {
    super();
  }
}

@QueryHandler(GetLog)
export class GetLogHandler implements IQueryHandler<GetLog> {
  constructor(@Inject(LogDetailReader) private readonly reader: LogDetailReader) {}

  async execute({ principal, logId, payloads }: GetLog): Promise<LogDetail> {
    const statement = payloads === 'none' ? bareLogByIdSql : logByIdSql;
    const found = await this.reader.find(statement, logId, principal, payloads);
    if (found === null) throw notFound('log');
    return logDetailOf(found.row, found.spans);
  }
}
