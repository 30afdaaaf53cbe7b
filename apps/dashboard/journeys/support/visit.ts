/** Pages of one person's browser. What went wrong in them is counted; it must be nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Observed, observedPage, openBrowser } from '../../../../test/support/browser.js';
import { isSkipped, pageOf, service } from './service.js';

/** Machines of a CI are slow. A journey that fails waits this long; one that passes does not. */
const patienceMs = 120_000;

export interface Visit {
  /** A new person, with an own browser profile. */
  person(options?: BrowserContextOptions): Promise<BrowserContext>;
  page(context: BrowserContext): Promise<Page>;
  /** Signed in with a key, on a page of the workspace. */
  signedIn(page: string, apiKey?: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Refusals that a journey asks for are in the browser's console too, and so is another network of
 * the machine, as when a container starts.
 */
const isAsked = (text: string): boolean =>
  /status of (40[13]|412|422)|ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)/.test(text);
const isMissing = (text: string): boolean => text.includes('status of 404');

export async function signIn(
  page: Page,
  apiKey = service.apiKey,
  url = service.url,
): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: /pages$/i }).waitFor();
}

/** @param hasMissing it looks at what is deleted meanwhile */
export function openVisit({ hasMissing = false } = {}): Visit {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let observed: Observed[] = [];
  beforeAll(async () => {
    if (!isSkipped) browser = await openBrowser();
  });
  afterAll(async () => {
    if (!isSkipped) await browser.close();
  });
  beforeEach(() => {
    [contexts, observed] = [[], []];
  });
  afterEach(async () => {
    for (const { violations, errors, elsewhere } of observed)
      expect({
        violations,
        errors: errors.filter((text) => !isAsked(text) && !(hasMissing && isMissing(text))),
        elsewhere,
      }).toEqual({ violations: [], errors: [], elsewhere: [] });
    await Promise.all(contexts.map((context) => context.close()));
  });
  const person = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patienceMs);
    contexts.push(context);
    return context;
  };
  const page = async (context: BrowserContext): Promise<Page> => {
    const one = await observedPage(context, service.url);
    observed.push(one);
    return one.page;
  };
  return {
    person,
    page,
    signedIn: async (path, apiKey, options) => {
      const opened = await page(await person(options));
      await signIn(opened, apiKey);
      await opened.goto(pageOf(path));
      return opened;
    },
  };
}
