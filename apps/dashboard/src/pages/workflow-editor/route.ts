import { started } from '../../data/ask.js';
import { listBlockTypes } from '../../data/block-types.queries.js';
import { draftSource } from '../../data/draft-source.js';
import { draftLayout } from '../../data/workflow.queries.js';
import type { PageRoute } from '../../parts/page/page-route.js';

/** The page itself reads its search, so that no list loads the parser of it. */
export const workflowEditorRoute: PageRoute = {
  path: 'workflows/$workflowId',
  file: 'workflow-editor/editor-page.tsx',
  component: async () => (await import('./editor-page.js')).EditorPage,
  waiting: 'canvas',
  start: ({ queryClient, workspaceId, params }) => {
    const id = params['workflowId'];
    // A step within the open editor reads nothing.
    if (id === undefined || queryClient.getQueryData([workspaceId, 'editor', id]) !== undefined)
      return;
    started(queryClient.query(draftSource(workspaceId, id)));
    started(queryClient.query(draftLayout(workspaceId, id)));
    started(queryClient.query(listBlockTypes(workspaceId)));
    // Without this the canvas is asked for when the draft has come: one round trip later.
    started(import('../../parts/canvas/edit/edit-canvas-view.js'));
  },
};
