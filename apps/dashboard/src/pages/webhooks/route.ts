import { started } from '../../data/ask.js';
import { listSubscriptions } from '../../data/webhooks.queries.js';
import type { PageRoute } from '../../parts/page/page-route.js';
import { webhooksSearch } from './model/webhooks-search.js';

export const webhooksRoute: PageRoute = {
  path: 'webhooks',
  file: 'webhooks/webhooks-page.tsx',
  component: async () => (await import('./webhooks-page.js')).WebhooksPage,
  validateSearch: (raw) => webhooksSearch.format(webhooksSearch.parse(raw)),
  start: ({ queryClient, workspaceId }) =>
    started(queryClient.infiniteQuery(listSubscriptions(workspaceId))),
};
