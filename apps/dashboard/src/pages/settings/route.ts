import { started } from '../../data/ask.js';
import { keyMembers, listKeys } from '../../data/keys.queries.js';
import { listDevices } from '../../data/session.queries.js';
import { getSystem } from '../../data/system.queries.js';
import type { PageRoute } from '../../parts/page/page-route.js';

export const keysRoute: PageRoute = {
  path: 'settings/keys',
  file: 'settings/keys-page.tsx',
  component: async () => (await import('./keys-page.js')).KeysPage,
  start: ({ queryClient, workspaceId }) => {
    started(queryClient.query(listKeys(workspaceId)));
    started(queryClient.query(keyMembers(workspaceId)));
  },
};

export const sessionsRoute: PageRoute = {
  path: 'settings/sessions',
  file: 'settings/sessions-page.tsx',
  component: async () => (await import('./sessions-page.js')).SessionsPage,
  start: ({ queryClient, workspaceId }) => started(queryClient.query(listDevices(workspaceId))),
};

export const aboutRoute: PageRoute = {
  path: 'settings/about',
  file: 'settings/about-page.tsx',
  component: async () => (await import('./about-page.js')).AboutPage,
  start: ({ queryClient, workspaceId }) => started(queryClient.query(getSystem(workspaceId))),
};
