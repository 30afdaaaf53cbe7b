import { executionSearch, peekSearch } from '../../core/filter/execution-filter.js';
import { started } from '../../data/ask.js';
import { listExecutions } from '../../data/executions.queries.js';
import type { PageRoute } from '../../parts/page/page-route.js';

export const executionsRoute: PageRoute = {
  path: 'executions',
  file: 'executions/executions-page.tsx',
  component: async () => (await import('./executions-page.js')).ExecutionsPage,
  validateSearch: (raw) => ({
    ...executionSearch.format(executionSearch.parse(raw)),
    ...peekSearch.format(peekSearch.parse(raw)),
  }),
  start: ({ queryClient, workspaceId, search }) => {
    const filter = executionSearch.parse(search);
    // A workflow may be given by its name: the page looks its id up first.
    if (filter.workflow !== '') return;
    started(queryClient.infiniteQuery(listExecutions(workspaceId, filter, null)));
  },
};
