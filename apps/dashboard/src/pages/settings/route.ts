import { lazyRouteComponent } from '@tanstack/react-router';

export const keysRoute = {
  path: 'settings/keys',
  component: lazyRouteComponent(() => import('./keys-page.js'), 'KeysPage'),
} as const;

export const sessionsRoute = {
  path: 'settings/sessions',
  component: lazyRouteComponent(() => import('./sessions-page.js'), 'SessionsPage'),
} as const;

export const aboutRoute = {
  path: 'settings/about',
  component: lazyRouteComponent(() => import('./about-page.js'), 'AboutPage'),
} as const;
