/**
 * `screenshots.mjs <url> <data directory> <target>`: every page of a running service, light and
 * dark, at 1440 and 390 px, for eyes. Uses the owner's key of the data directory.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../../../../test/support/browser.ts';

const [url, dataDir, target] = process.argv.slice(2);
const { apiKey, workspaceId } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
const pages = ['start', 'executions', 'executions?status=error&trigger=chat'].concat(
  ['keys', 'sessions', 'about'].map((name) => `settings/${name}`),
);
const sizes = [
  [1440, 900],
  [390, 844],
];

mkdirSync(target, { recursive: true });
const browser = await openBrowser();
for (const colorScheme of ['light', 'dark'])
  for (const [width, height] of sizes) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    const save = async (name) => {
      const path = join(target, `${name.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}.png`);
      await page.screenshot({ path });
      console.log(path);
    };
    await page.goto(`${url}/sign-in`);
    await page.getByLabel('API key').fill(apiKey);
    await save('sign-in');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    for (const name of pages) {
      await page.goto(`${url}/w/${workspaceId}/${name}`);
      await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
      await save(name);
    }
    await context.close();
  }
await browser.close();
