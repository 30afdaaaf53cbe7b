import { started } from '../../data/ask.js';
import { getOnboarding } from '../../data/onboarding.queries.js';
import type { PageRoute } from '../../parts/page/page-route.js';

export const startRoute: PageRoute = {
  path: 'start',
  file: 'start/start-page.tsx',
  component: async () => (await import('./start-page.js')).StartPage,
  start: ({ queryClient, workspaceId }) => started(queryClient.query(getOnboarding(workspaceId))),
};
