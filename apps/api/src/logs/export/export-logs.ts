/**
 * Streams every matching log. Each keyset page becomes text before the next page is read, so an
 * export of any size needs the memory of one page and holds no transaction open. If the database
 * fails midway, the transfer ends incomplete and the client sees it.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../../auth/index.js';
import { jsonOf } from '../../http/json-text.js';
import { csvHeader, csvLine } from './log-csv.js';
import type { ExportParameters } from '../query/log-parameters.js';
import { LogSearcher, searchWindowOf, type SearchWindow } from '../query/log-search.js';
import { ofKey } from '../query/own-logs.js';
import { chooseRoute, type LogRows, readLogs, withWorkflowsOfFolders } from '../list/read-logs.js';
import { viewLogs } from '../list/view-logs.js';

const pageSize = 500;

export interface StartedExport {
  readonly pieces: AsyncIterable<string>;
  /** Null without a search. */
  readonly window: SearchWindow | null;
}

@Injectable()
export class LogExport {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LogSearcher) private readonly searcher: LogSearcher,
  ) {}

  /**
   * Returns the text in pieces. The first page is read first, so a refusal is still a response.
   * @throws ApiError 404 for another workspace, 403 for workflows that the key lacks
   */
  async start(principal: Principal, query: ExportParameters): Promise<StartedExport> {
    const asked = ofKey(query, principal);
    const window = asked.search === undefined ? null : searchWindowOf(asked, Date.now());
    const search = await this.searcher.find(asked, window);
    const { pool } = this.database;
    const parameters = await withWorkflowsOfFolders(pool, { ...asked, ...window, limit: pageSize });
    const chosen = await chooseRoute(pool, parameters, search);
    const read = async (after: LogRows['next']): Promise<LogRows> => {
      // New sets with this model may have appeared since the first page.
      const isOfModel = after !== null && parameters.model !== undefined;
      const route = isOfModel ? await chooseRoute(pool, parameters, search) : chosen;
      return readLogs(pool, parameters, after, search, route);
    };
    return { pieces: this.#pieces(parameters, await read(null), read), window };
  }

  async *#pieces(
    parameters: ExportParameters,
    firstPage: LogRows,
    read: (after: LogRows['next']) => Promise<LogRows>,
  ): AsyncGenerator<string> {
    if (parameters.format === 'csv') yield csvHeader;
    for (let page = firstPage; ;) {
      for (let rest = page.rows; rest.length > 0;) {
        const logs = await viewLogs(this.database.pool, rest, parameters);
        const lines = logs.map((log) =>
          parameters.format === 'csv' ? csvLine(log) : `${jsonOf(log)}\n`,
        );
        yield lines.join('');
        rest = rest.slice(logs.length);
      }
      if (page.next === null) return;
      page = await read(page.next);
    }
  }
}
