import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/index.js';
import { notFound } from '../errors/index.js';
import { decodeLogCursor, encodeLogCursor } from './log-cursor.js';
import type { LogParameters } from './log-parameters.js';
import type { FullLogEntry, FullLogRow, LogEntry } from './log-view.js';
import { listLogsQuery } from './log.sql.js';
import { viewLogs } from './view-logs.js';

export interface LogPage {
  readonly data: readonly (LogEntry | FullLogEntry)[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export class ListLogs extends Query<LogPage> {
  constructor(
    readonly principal: Principal,
    readonly parameters: LogParameters,
  ) {
    super();
  }
}

@QueryHandler(ListLogs)
export class ListLogsHandler implements IQueryHandler<ListLogs> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, parameters }: ListLogs): Promise<LogPage> {
    if (parameters.workspaceId.toLowerCase() !== principal.workspaceId) throw notFound('workspace');
    const after =
      parameters.cursor === undefined ? null : decodeLogCursor(parameters, parameters.cursor);
    const { text, values } = listLogsQuery(parameters, after);
    const { rows } = await this.database.pool.query<FullLogRow>(text, [...values]);
    const page = rows.slice(0, parameters.limit);
    const last = rows.length > parameters.limit ? page.at(-1) : undefined;
    return {
      data: await viewLogs(this.database.pool, page, parameters),
      ...(last !== undefined && {
        nextCursor: encodeLogCursor(parameters, { startedAt: last.started_at, id: last.id }),
      }),
    };
  }
}
