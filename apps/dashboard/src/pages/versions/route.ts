import type { PageRoute } from '../../parts/page/page-route.js';

/** The page itself reads its search, so that no list loads the parser of it. */
export const versionsRoute: PageRoute = {
  path: 'workflows/$workflowId/versions',
  file: 'versions/versions-page.tsx',
  component: async () => (await import('./versions-page.js')).VersionsPage,
};
