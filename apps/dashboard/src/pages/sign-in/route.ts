import { lazyRouteComponent } from '@tanstack/react-router';

export const signInRoute = {
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./sign-in-page.js'), 'SignInPage'),
} as const;
