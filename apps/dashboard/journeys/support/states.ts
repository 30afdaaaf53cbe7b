/** Every page in every state that the list of pages names. */
import type { Locator, Page } from 'playwright-core';
import { addressOf, pages } from '../../src/app/pages.js';
import type { PageState, Visible } from '../../src/app/page-state.js';
import { service } from './service.js';

export interface ReachableState {
  readonly name: string;
  reach(page: Page): Promise<void>;
}

function locate(page: Page, visible: Visible): Locator {
  if ('text' in visible) return page.getByText(visible.text).first();
  const { role, name, inside } = visible;
  const around = inside === undefined ? page : page.getByRole(inside);
  return around.getByRole(role, name === undefined ? {} : { name }).first();
}

const reachable = (title: string, path: string, state: PageState): ReachableState => ({
  name: `${title}, ${state.name}`,
  reach: async (page) => {
    await page.goto(`${service.url}${path}${state.search ?? ''}`);
    for (const pressed of state.press ?? []) await locate(page, pressed).click();
    await locate(page, state.shows).waitFor();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  },
});

/** Pages with a parameter in their path are reached from another page: a state of that one. */
export const statesOfPages = (): readonly ReachableState[] =>
  pages
    .filter(({ route }) => !route.path.includes('$'))
    .flatMap((page) => {
      const path = addressOf(page, service.workspaceId);
      const first = { name: 'first', shows: { role: 'heading', name: page.title } } as const;
      return [first, ...(page.states ?? [])].map((state) => reachable(page.title, path, state));
    });

export const notFoundState: ReachableState = reachable(
  'Elsewhere',
  `/w/${service.workspaceId}/nowhere`,
  { name: 'no such page', shows: { text: 'no page' } },
);
