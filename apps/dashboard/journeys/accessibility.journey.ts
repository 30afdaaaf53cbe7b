/** Every page, state and theme, and the gallery of all components. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { faultsOf } from './support/axe.js';
import { deployed, describeJourney, service, trigger } from './support/service.js';
import { notFoundState, statesOfPages } from './support/states.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

const themes = ['light', 'dark'] as const;
const widths = [1440, 390];
const looks = themes.flatMap((theme) => widths.map((width) => [theme, width] as const));

describeJourney.each(looks)('in the %s theme at %d px', (theme, width) => {
  const options = { colorScheme: theme, viewport: { width, height: 844 } };

  it('every page and state is free of faults', async () => {
    // Lists have rows.
    await trigger(await deployed(`axe-${theme}-${width}`, {}));
    const page = await visit.signedIn('start', undefined, options);
    for (const { name, reach } of [...statesOfPages(service), notFoundState(service)]) {
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

/** What opens above the gallery, by the button that opens it. */
const layers = [
  ['Open a confirmation', 'alertdialog'],
  ['Open a dialog', 'dialog'],
  ['Commands', 'menu'],
  ['Many choices', 'menu'],
] as const;

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
    for (const [button, role] of layers) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole(role).last().waitFor();
      expect({ button, faults: await faultsOf(page) }).toEqual({ button, faults: [] });
      await page.keyboard.press('Escape');
      await page.getByRole(role).last().waitFor({ state: 'hidden' });
    }
  });
});
