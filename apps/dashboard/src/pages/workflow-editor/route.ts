import type { PageRoute } from '../../parts/page/page-route.js';

export const workflowEditorRoute: PageRoute = {
  path: 'workflows/$workflowId/edit',
  file: 'workflow-editor/editor-page.tsx',
  component: async () => (await import('./editor-page.js')).EditorPage,
};
