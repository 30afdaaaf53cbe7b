import { started } from '../../data/ask.js';
import { workflowPages } from '../../data/workflows.queries.js';
import type { PageRoute } from '../../parts/page/page-route.js';
import { workflowsSearch } from './model/workflows-search.js';

export const workflowsRoute: PageRoute = {
  path: 'workflows',
  file: 'workflows/workflows-page.tsx',
  component: async () => (await import('./workflows-page.js')).WorkflowsPage,
  validateSearch: (raw) => workflowsSearch.format(workflowsSearch.parse(raw)),
  start: ({ queryClient, workspaceId, search: raw }) =>
    started(queryClient.infiniteQuery(workflowPages(workspaceId, workflowsSearch.parse(raw).q))),
};
