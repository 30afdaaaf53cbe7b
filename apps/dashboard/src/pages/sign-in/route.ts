import type { PageRoute } from '../../parts/page/page-route.js';

/** The one page outside a workspace. */
export const signInRoute = {
  path: 'sign-in',
  file: 'sign-in/sign-in-page.tsx',
  component: async () => (await import('./sign-in-page.js')).SignInPage,
} as const satisfies PageRoute;
