/** Every page in every state that the list of pages names. */
import type { Locator, Page } from 'playwright-core';
import { addressOf, type AppPage, pages } from '../../src/app/pages.js';
import { type PageState, statesByPath, type Visible } from '../../src/app/page-states.js';

export interface Site {
  readonly url: string;
  readonly workspaceId: string;
}

export interface ReachableState {
  /** For files: `executions-nothing-matches`. */
  readonly slug: string;
  readonly name: string;
  reach(page: Page): Promise<void>;
}

function locate(page: Page, visible: Visible): Locator {
  if ('text' in visible) return page.getByText(visible.text).first();
  const { role, name, inside } = visible;
  const around = inside === undefined ? page : page.getByRole(inside);
  return around.getByRole(role, name === undefined ? {} : { name }).first();
}

/** The rail is gone up to here. */
const phonePx = 720;

const slugOf = (text: string): string => text.toLowerCase().replaceAll(/\W+/g, '-');

const reachable = (
  { url }: Site,
  { title, path, slug }: { readonly title: string; readonly path: string; readonly slug: string },
  state: PageState,
): ReachableState => ({
  slug: state.name === 'first' ? slug : `${slug}-${slugOf(state.name)}`,
  name: `${title}, ${state.name}`,
  reach: async (page) => {
    await page.goto(`${url}${path}${state.search ?? ''}`);
    if (state.isWide === true && (page.viewportSize()?.width ?? 0) <= phonePx) return;
    for (const pressed of state.press ?? []) await locate(page, pressed).click();
    await locate(page, state.shows).waitFor();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  },
});

function statesOf(site: Site, page: AppPage, path: string): readonly ReachableState[] {
  const { title, route } = page;
  const isOfOne = route.path.includes('$');
  const slug = slugOf(isOfOne ? title : route.path);
  const heading = isOfOne
    ? { role: 'heading' as const }
    : { role: 'heading' as const, name: title };
  const first: PageState = { name: 'first', shows: heading };
  return [first, ...(statesByPath[route.path] ?? [])].map((state) =>
    reachable(site, { title, path, slug }, state),
  );
}

/**
 * @param ids of what a path names, by its first segment: `executions/$id` takes `executions`.
 * Without one, such a page is left out: other pages lead to it.
 */
export const statesOfPages = (
  site: Site,
  ids: Readonly<Record<string, string>> = {},
): readonly ReachableState[] =>
  pages.flatMap((page) => {
    const [, parameter] = /(\$\w+)/.exec(page.route.path) ?? [];
    const path = addressOf(page, site.workspaceId);
    if (parameter === undefined) return statesOf(site, page, path);
    const id = ids[page.route.path.split('/', 1)[0] ?? ''];
    return id === undefined ? [] : statesOf(site, page, path.replace(parameter, id));
  });

export const notFoundState = (site: Site): ReachableState =>
  reachable(
    site,
    { title: 'Elsewhere', path: `/w/${site.workspaceId}/nowhere`, slug: 'nowhere' },
    { name: 'first', shows: { text: 'no page' } },
  );
