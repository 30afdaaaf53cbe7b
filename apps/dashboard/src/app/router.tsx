/** The routes of the dashboard, from the list of pages. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { homePath, paths } from '../core/paths/paths.js';
import { hasRole } from '../core/status/allowed.js';
import { failureOf } from '../data/failure.js';
import { currentSession, type Session } from '../data/session.queries.js';
import { signInRoute } from '../pages/sign-in/route.js';
import { FrameFailed, NoSuchAddress, NoSuchPage, NoWorkspace, PageFailed } from './error-pages.js';
import { Frame } from './frame/frame.js';
import { lazyPage } from './lazy-page.js';
import { type AppPage, pages } from './pages.js';
import { RouteAnnouncer } from './route-announcer.js';

interface Context {
  readonly queryClient: QueryClient;
}

/** @throws a redirect to the sign-in page, which comes back here */
async function sessionOrSignIn({ queryClient }: Context, href: string): Promise<Session> {
  try {
    return await queryClient.query({ ...currentSession(), staleTime: 'static' });
  } catch (error) {
    if (failureOf(error).kind !== 'signedOut') throw error;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router takes it
    throw redirect({ href: `${paths.signIn()}?next=${encodeURIComponent(href)}` });
  }
}

const rootRoute = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Outlet />
      <RouteAnnouncer />
    </>
  ),
  notFoundComponent: NoSuchAddress,
  errorComponent: FrameFailed,
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context, location }) => {
    const { workspaces } = await sessionOrSignIn(context, location.href);
    const [first] = workspaces;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router takes it
    if (first !== undefined) throw redirect({ href: homePath(first) });
  },
  component: NoWorkspace,
});

/** Its loader runs beside those of the pages: data does not wait for the session. */
const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/w/$ws',
  loader: ({ context, location }) => sessionOrSignIn(context, location.href),
  component: Frame,
  notFoundComponent: NoSuchPage,
  errorComponent: FrameFailed,
});

/** False: the frame says so instead of the page. Before the session is known, the server does. */
function maySee({ role }: AppPage, workspaceId: string, { queryClient }: Context): boolean {
  const session = queryClient.getQueryData(currentSession().queryKey);
  const own = session?.workspaces.find(({ id }) => id === workspaceId);
  return session === undefined || (own !== undefined && hasRole(own.role, role ?? 'viewer'));
}

function pageRoute(page: AppPage) {
  const { route } = page;
  const { Component, load } = lazyPage(route);
  return createRoute({
    getParentRoute: () => workspaceRoute,
    path: route.path,
    validateSearch: route.validateSearch ?? (() => ({})),
    loader: ({ context, params, location: { search } }) => {
      load();
      const { ws: workspaceId, ...rest } = params as Readonly<Record<string, string>>;
      if (workspaceId !== undefined && maySee(page, workspaceId, context))
        route.start?.({ queryClient: context.queryClient, workspaceId, params: rest, search });
    },
    component: Component,
  });
}

/** Where the editor was, before it became the page of a workflow. */
const oldEditorRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'workflows/$workflowId/edit',
  beforeLoad: ({ params: { ws, workflowId }, location: { searchStr } }) => {
    const href = `${paths.workflow(ws, workflowId)}${searchStr}`;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router takes it
    throw redirect({ href, replace: true });
  },
});

const signIn = lazyPage(signInRoute);

const routeTree = rootRoute.addChildren([
  homeRoute,
  createRoute({
    getParentRoute: () => rootRoute,
    path: signInRoute.path,
    loader: () => signIn.load(),
    component: signIn.Component,
  }),
  workspaceRoute.addChildren([...pages.map(pageRoute), oldEditorRoute]),
]);

/** Plain text in the address: `?status=error`, not JSON. */
const readSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

function writeSearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailed,
    defaultPendingMinMs: 0,
  });
