import { started } from '../../data/ask.js';
import { getWorkflow } from '../../data/workflow.queries.js';
import type { PageRoute } from '../../parts/page/page-route.js';

/** The page itself reads its search, so that no list loads the parser of it. */
export const workflowRoute: PageRoute = {
  path: 'workflows/$workflowId',
  file: 'workflow/workflow-page.tsx',
  component: async () => (await import('./workflow-page.js')).WorkflowPage,
  start: ({ queryClient, workspaceId, params }) => {
    const id = params['workflowId'];
    if (id !== undefined) started(queryClient.query(getWorkflow(workspaceId, id)));
  },
};
