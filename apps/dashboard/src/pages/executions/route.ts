import { logFilter, peekSearch, valuesIn } from '../../core/filter/execution-filter.js';
import { started } from '../../data/ask.js';
import { listExecutions } from '../../data/executions.queries.js';
import type { PageRoute } from '../../parts/page/page-route.js';

export const executionsRoute: PageRoute = {
  path: 'executions',
  file: 'executions/executions-page.tsx',
  component: async () => (await import('./executions-page.js')).ExecutionsPage,
  validateSearch: (raw) => ({
    ...valuesIn(raw),
    ...peekSearch.format(peekSearch.parse(raw)),
  }),
  start: ({ queryClient, workspaceId, search }) => {
    const values = valuesIn(search);
    // The page looks up the id of a workflow, and the clock for the last hours.
    if (values['workflow'] !== undefined || values['last'] !== undefined) return;
    started(queryClient.infiniteQuery(listExecutions(workspaceId, logFilter(values, null, 0))));
  },
};
