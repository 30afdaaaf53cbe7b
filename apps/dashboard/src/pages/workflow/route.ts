import { started } from '../../data/ask.js';
import { getWorkflow } from '../../data/workflow.queries.js';
import type { PageRoute } from '../../parts/page/page-route.js';
import { workflowSearch } from './model/workflow-search.js';

export const workflowRoute: PageRoute = {
  path: 'workflows/$workflowId',
  file: 'workflow/workflow-page.tsx',
  component: async () => (await import('./workflow-page.js')).WorkflowPage,
  validateSearch: (raw) => workflowSearch.format(workflowSearch.parse(raw)),
  start: ({ queryClient, workspaceId, params }) => {
    const id = params['workflowId'];
    if (id !== undefined) started(queryClient.query(getWorkflow(workspaceId, id)));
  },
};
