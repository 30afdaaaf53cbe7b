import { started } from '../../data/ask.js';
import type { PageRoute } from '../../parts/page/page-route.js';

export const workflowEditorRoute: PageRoute = {
  path: 'workflows/$workflowId/edit',
  file: 'workflow-editor/editor-page.tsx',
  // Without this the canvas is asked for when the draft has come: one round trip later.
  start: () => started(import('../../parts/canvas/edit/edit-canvas-view.js')),
  component: async () => (await import('./editor-page.js')).EditorPage,
};
