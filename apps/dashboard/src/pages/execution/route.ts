import { started } from '../../data/ask.js';
import type { PageRoute } from '../../parts/page/page-route.js';
import { executionSearch } from './model/execution-search.js';

export const executionRoute: PageRoute = {
  path: 'executions/$id',
  file: 'execution/execution-page.tsx',
  component: async () => (await import('./execution-page.js')).ExecutionPage,
  validateSearch: (raw) => executionSearch.format(executionSearch.parse(raw)),
  // Its file is preloaded with those of the page; other pages do without it.
  start: ({ workspaceId, params }) =>
    started(
      import('../../data/run/run.js').then(({ openRun }) =>
        openRun(workspaceId, params['id'] ?? ''),
      ),
    ),
};
