import { id, search } from '../../core/search/search.js';
import { started } from '../../data/ask.js';
import { listSubscriptions } from '../../data/webhooks.queries.js';
import type { PageRoute } from '../../parts/page/page-route.js';

export const webhooksSearch = search({ subscription: id(), delivery: id() });

export const webhooksRoute: PageRoute = {
  path: 'webhooks',
  file: 'webhooks/webhooks-page.tsx',
  component: async () => (await import('./webhooks-page.js')).WebhooksPage,
  validateSearch: (raw) => webhooksSearch.format(webhooksSearch.parse(raw)),
  start: ({ queryClient, workspaceId }) =>
    started(queryClient.infiniteQuery(listSubscriptions(workspaceId))),
};
