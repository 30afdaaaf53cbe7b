/** The component of a page, and the chunks that are loaded before anyone asks for them. */
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { chunkOf, knownChunks } from '../parts/lazy/chunk.js';
import { partOf } from '../parts/lazy/lazy-part.js';
import { CanvasWaiting, PageWaiting } from '../parts/page/page-waiting.js';
import type { PageRoute } from '../parts/page/page-route.js';

export interface LazyPage {
  readonly Component: () => ReactNode;
  load(): void;
}

export function lazyPage({ component, waiting = 'rows' }: PageRoute): LazyPage {
  const chunk = chunkOf(component);
  const Part = partOf(chunk, waiting === 'canvas' ? CanvasWaiting : PageWaiting);
  return { Component: () => <Part />, load: () => void chunk.load() };
}

const pauseMs = 300;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs));

const whenIdle = (): Promise<void> =>
  // Safari has none.
  'requestIdleCallback' in window
    ? new Promise((resolve) => requestIdleCallback(() => resolve()))
    : pause();

/**
 * So that every page opens at once, and also while the service does not answer. What is shown comes
 * first: on a slow line each file beside it would delay it.
 */
export async function preloadAllChunks(queries: Pick<QueryClient, 'isFetching'>): Promise<void> {
  const isBusy = (): boolean =>
    queries.isFetching() > 0 || knownChunks().some((chunk) => chunk.state().kind === 'loading');
  // A page asks for its data, then for the code that shows it.
  await pause();
  for (let at = 0; at < knownChunks().length; at += 1) {
    await whenIdle();
    while (isBusy()) await pause();
    await knownChunks()[at]?.load();
  }
}
