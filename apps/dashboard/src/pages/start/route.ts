import { lazyRouteComponent } from '@tanstack/react-router';

export const startRoute = {
  path: 'start',
  component: lazyRouteComponent(() => import('./start-page.js'), 'StartPage'),
} as const;
