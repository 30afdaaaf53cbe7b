/** The component of a page, and the chunks that are loaded before anyone asks for them. */
import type { ReactNode } from 'react';
import { chunkOf, knownChunks } from '../parts/lazy/chunk.js';
import { partOf } from '../parts/lazy/lazy-part.js';
import { PageWaiting } from '../parts/page/page-waiting.js';
import type { PageRoute } from '../parts/page/page-route.js';

export interface LazyPage {
  readonly Component: () => ReactNode;
  load(): void;
}

export function lazyPage({ component }: PageRoute): LazyPage {
  const chunk = chunkOf(component);
  const Part = partOf(chunk, PageWaiting);
  return { Component: () => <Part />, load: () => void chunk.load() };
}

const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has none.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 500);
  });

/** So that every page opens at once, and also while the service does not answer. */
export async function preloadAllChunks(): Promise<void> {
  for (let at = 0; at < knownChunks().length; at += 1) {
    await whenIdle();
    await knownChunks()[at]?.load();
  }
}
