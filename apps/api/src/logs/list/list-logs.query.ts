import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../../auth/index.js';
import { decodeLogCursor, encodeLogCursor } from './log-cursor.js';
import type { LogParameters } from '../query/log-parameters.js';
import type { LogPage } from './log.schemas.js';
import { LogSearcher, searchWindowOf, type SearchWindow } from '../query/log-search.js';
import { ofKey } from '../query/own-logs.js';
import { chooseRoute, placeOf, readPage, withWorkflowsOfFolders } from './read-logs.js';
import { viewLogs } from './view-logs.js';

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
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LogSearcher) private readonly searcher: LogSearcher,
  ) {}

  async execute({ principal, parameters: asked }: ListLogs): Promise<LogPage> {
    const parameters = ofKey(asked, principal);
    const after =
      parameters.cursor === undefined ? null : decodeLogCursor(parameters, parameters.cursor);
    // Later pages keep the first page's window: "the last seven days" must not shift while paging.
    const window =
      parameters.search === undefined
        ? null
        : (after?.window ?? searchWindowOf(parameters, Date.now()));
    const search = await this.searcher.find(parameters, window);
    const { pool } = this.database;
    const filters = await withWorkflowsOfFolders(pool, { ...parameters, ...window });
    const route = await chooseRoute(pool, filters, search);
    const page = await readPage(pool, filters, after, search, route);
    const data = await viewLogs(pool, page.rows, parameters);
    const next = data.length < page.rows.length ? placeOf(page.rows[data.length - 1]) : page.next;
    return {
      data,
      ...(next !== null && { nextCursor: encodeLogCursor(parameters, { ...next, window }) }),
      ...(window !== null && { searchWindow: shownWindow(window) }),
    };
  }
}

const shownWindow = ({ startDate, endDate }: SearchWindow) => ({
  startDate: startDate.toISOString(),
  endDate: endDate.toISOString(),
});
