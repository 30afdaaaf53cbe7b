import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/index.js';
import { notFound } from '../errors/index.js';
import { decodeLogCursor, encodeLogCursor } from './log-cursor.js';
import type { LogParameters } from './log-parameters.js';
import {
  fullLogEntryOf,
  logEntryOf,
  type FullLogEntry,
  type FullLogRow,
  type LogEntry,
} from './log-view.js';
import { isFull, listLogsQuery } from './log.sql.js';
import { readSpans } from './trace-spans.js';

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
      data: await this.#view(page, parameters),
      ...(last !== undefined && {
        nextCursor: encodeLogCursor(parameters, { startedAt: last.started_at, id: last.id }),
      }),
    };
  }

  async #view(
    rows: readonly FullLogRow[],
    parameters: LogParameters,
  ): Promise<(LogEntry | FullLogEntry)[]> {
    if (!isFull(parameters)) return rows.map(logEntryOf);
    if (!parameters.includeTraceSpans) return rows.map((row) => fullLogEntryOf(row, null));
    const spans = await readSpans(
      this.database.pool,
      rows.map((row) => row.execution_id),
    );
    return rows.map((row) => fullLogEntryOf(row, spans.get(row.execution_id) ?? []));
  }
}
