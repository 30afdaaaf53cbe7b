import { openRun } from '../../data/run/run.js';
import type { PageRoute } from '../../parts/page/page-route.js';
import { executionSearch } from './model/execution-search.js';

export const executionRoute: PageRoute = {
  path: 'executions/$id',
  file: 'execution/execution-page.tsx',
  component: async () => (await import('./execution-page.js')).ExecutionPage,
  validateSearch: (raw) => executionSearch.format(executionSearch.parse(raw)),
  start: ({ workspaceId, params }) => void openRun(workspaceId, params['id'] ?? ''),
};
