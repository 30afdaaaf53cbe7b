/** A real browser for tests: the machine's Chromium, otherwise the one inside an npm package. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const installed = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

async function packed(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('No Chromium was found: set CHROMIUM_PATH to one');
  const { default: chromiumPackage } = await import('@sparticuz/chromium');
  return chromiumPackage.executablePath();
}

export async function openBrowser(): Promise<Browser> {
  const found = installed.find((path) => path !== undefined && existsSync(path));
  // The package's own arguments are for one page, and switch the web's security off.
  return chromium.launch({ executablePath: found ?? (await packed()), args: ['--no-sandbox'] });
}

/** What went wrong in a page, and what it asked other origins for. Stays empty in a good page. */
export interface Observed {
  readonly page: Page;
  readonly violations: string[];
  readonly errors: string[];
  readonly elsewhere: string[];
}

/** Requests to other origins are noted and refused. */
export async function observedPage(context: BrowserContext, origin: string): Promise<Observed> {
  const page = await context.newPage();
  const observed: Observed = { page, violations: [], errors: [], elsewhere: [] };
  await page.exposeFunction('noteViolation', (text: string) => {
    observed.violations.push(text);
  });
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    noteViolation(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample))`);
  page.on('pageerror', (error) => observed.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') observed.errors.push(message.text());
  });
  await page.route(
    (url) => url.origin !== origin && url.protocol.startsWith('http'),
    async (route) => {
      observed.elsewhere.push(route.request().url());
      await route.abort();
    },
  );
  return observed;
}
