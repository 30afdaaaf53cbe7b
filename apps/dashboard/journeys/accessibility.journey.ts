/** Every page, state and theme, and the gallery of all components. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { faultsOf } from './support/axe.js';
import { describeJourney, pageOf, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

interface State {
  readonly name: string;
  readonly path: string;
  reach(page: Page): Promise<void>;
}

const byHeading = (title: string) => (page: Page) =>
  page.getByRole('heading', { name: title, exact: true }).waitFor();

const states: readonly State[] = [
  { name: 'start', path: 'start', reach: byHeading('1. Run the demo') },
  { name: 'executions', path: 'executions', reach: byHeading('Executions') },
  {
    name: 'executions, nothing matches',
    path: 'executions?status=error&trigger=chat',
    reach: (page) => page.getByText('No execution matches this filter').waitFor(),
  },
  {
    name: 'keys',
    path: 'settings/keys',
    reach: (page) => page.getByRole('table', { name: 'API keys' }).waitFor(),
  },
  {
    name: 'a new key',
    path: 'settings/keys',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Generate a key' }).click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
    },
  },
  {
    name: 'revoking a key',
    path: 'settings/keys',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Revoke / })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'devices',
    path: 'settings/sessions',
    reach: (page) => page.getByText('this device').first().waitFor(),
  },
  { name: 'about', path: 'settings/about', reach: byHeading('Documents') },
  { name: 'no such page', path: 'nowhere', reach: (page) => page.getByText('no page').waitFor() },
  {
    name: 'an execution beside the list',
    path: 'executions',
    reach: async (page) => {
      await page.getByRole('row').getByRole('link').first().click();
      await page.getByRole('region', { name: 'The same by the API' }).waitFor();
    },
  },
  {
    name: 'statuses',
    path: 'executions?status=error',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Status: error' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'success' }).waitFor();
    },
  },
  {
    name: 'notifications',
    path: 'start',
    reach: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('menu', { name: /^Notifications/ }).waitFor();
    },
  },
  {
    name: 'commands',
    path: 'executions',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Commands' }).click();
      await page.getByRole('menuitem', { name: 'Go to Executions' }).waitFor();
    },
  },
];

const themes = ['light', 'dark'] as const;
const widths = [1440, 390];
const looks = themes.flatMap((theme) => widths.map((width) => [theme, width] as const));

describeJourney.each(looks)('in the %s theme at %d px', (theme, width) => {
  const options = { colorScheme: theme, viewport: { width, height: 844 } };

  it('every page and state is free of faults', async () => {
    const page = await visit.signedIn('start', undefined, options);
    for (const { name, path, reach } of states) {
      await page.goto(pageOf(path));
      await reach(page);
      expect({ name, faults: await faultsOf(page) }).toEqual({ name, faults: [] });
    }
  });

  it('the sign-in page is free of faults', async () => {
    const page = await visit.page(await visit.person(options));
    await page.goto(`${service.url}/sign-in`);
    await page.getByRole('link', { name: 'Sign in with Journey login' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${service.url}/sign-in?error=unknown_email`);
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Sign in with Journey login' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});

describeJourney('the gallery', () => {
  const folder = process.env['JOURNEY_GALLERY'] ?? '';
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url === '/' ? '/index.html' : (request.url ?? '');
      const type = { js: 'text/javascript', css: 'text/css', html: 'text/html' }[
        path.split('.').at(-1) ?? ''
      ];
      readFile(join(folder, path)).then(
        (bytes) => response.setHeader('content-type', type ?? 'text/plain').end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  });
  afterAll(() => void server.close());

  it.each(themes)('is free of faults in the %s theme', async (theme) => {
    const context = await visit.person({ colorScheme: theme });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.getByRole('heading', { name: 'Gallery' }).waitFor();
    for (const name of ['Notify', 'Notify of a failure'])
      await page.getByRole('button', { name, exact: true }).click();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open a dialog' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
