/** The statements of `GET /api/v1/logs` for a query, without the rest of the api. */
const from = (path) => import(new URL(`../dist/apps/api/src/logs/${path}`, import.meta.url));
const { withWorkflowsOfFolders } = await from('folders.js');
const { decodeLogCursor } = await from('log-cursor.js');
const { logParameters } = await from('log-parameters.js');
const { LogSearcher, searchWindowOf } = await from('log-search.js');
const { listLogsQuery } = await from('log.sql.js');
const { chooseRoute } = await from('read-logs.js');

/** The api's connection options (bounded-connections.ts). */
export const asTheApis = '-c max_parallel_workers_per_gather=0 -c jit=off';

/**
 * The last statement of the query. Looks up texts and folders on every call, as the api does.
 * @returns {() => Promise<{ text: string, values: unknown[] }>}
 */
export function logStatements(pool, query) {
  const parameters = logParameters.parse(query);
  const { cursor } = parameters;
  const after = cursor === undefined ? null : decodeLogCursor(parameters, cursor);
  const searcher = new LogSearcher({ pool });
  return async () => {
    const window = parameters.search === undefined ? null : searchWindowOf(parameters, Date.now());
    const search = await searcher.find(parameters, window);
    const filters = await withWorkflowsOfFolders(pool, { ...parameters, ...window });
    return listLogsQuery(filters, after, search, await chooseRoute(pool, filters, search));
  };
}
