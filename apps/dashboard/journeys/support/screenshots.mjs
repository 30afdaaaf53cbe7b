/**
 * `npm run dashboard:screenshots [-- --out DIR] [page …]`: every page in every state, light and
 * dark, at 1440×900 and 390×844, of a service that it starts and fills itself. Pages are named as
 * their files are: `executions`, `settings-keys`, `sign-in`, `gallery`.
 *
 * `--url URL [--data DIR] [--seed]`: of a running service (also Vite's address of `npm run dev`)
 * with the credentials in its data directory. `--seed` fills an own workspace first, which later
 * calls without `--seed` take.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadConfigFromFile, preview, runnerImport } from 'vite';
import { buildDashboard } from '../../../../scripts/build-dashboard.mjs';
import { ensureBuilt } from '../../../../scripts/build.mjs';
import '../../../../scripts/import-sources.mjs';
import { openBrowser } from '../../../../test/support/browser.ts';
import { databaseOf, freePort, startService } from './start-service.mjs';

const root = join(import.meta.dirname, '../../../..');
const sizes = [
  [1440, 900],
  [390, 844],
];
const themes = ['light', 'dark'];
const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    data: { type: 'string', default: '.data' },
    out: { type: 'string', default: '.cache/screenshots' },
    seed: { type: 'boolean', default: false },
  },
});
const out = resolve(root, options.out);
const isAsked = (slug) =>
  asked.length === 0 || asked.some((name) => slug === name || slug.startsWith(`${name}-`));

async function seed(site) {
  const { seedNorthwind } = await import('./northwind/seed.ts');
  console.log('filling the workspace …');
  return { ...site, ...(await seedNorthwind(site.url, site.apiKey, site.workspaceId)) };
}

/** Of a service of our own: its name, and a day of figures before now. */
async function nameAndAge({ workspaceId, dataDir, workflows }) {
  const { writeHistory } = await import('./northwind/history.ts');
  await writeHistory(databaseOf(dataDir), workspaceId, workflows.orderIntake);
}

async function newWorkspace({ url, apiKey }) {
  const { apiOf } = await import('./api.ts');
  const { data } = await apiOf(url, apiKey)('POST', '/workspaces', { name: 'Northwind' });
  return { url, apiKey: data.apiKey.key, workspaceId: data.id };
}

/** @returns where to take pictures: `{ url, apiKey, workspaceId, close, … ids of the seed }` */
async function openSite() {
  if (options.url === undefined) {
    ensureBuilt(root, process.execPath);
    const { stop, ...site } = await startService(String(await freePort()));
    const seeded = await seed(site).catch(async (error) => {
      await stop();
      throw error;
    });
    await nameAndAge(seeded);
    return { ...seeded, close: () => (seeded.close(), stop()) };
  }
  const file = (name) => join(root, options.data, name);
  const read = (name) => ({ url: options.url, ...JSON.parse(readFileSync(file(name), 'utf8')) });
  if (options.seed) {
    const seeded = await seed(await newWorkspace(read('credentials.json')));
    writeFileSync(file('northwind.json'), JSON.stringify(seeded), { mode: 0o600 });
    return seeded;
  }
  const name = existsSync(file('northwind.json')) ? 'northwind.json' : 'credentials.json';
  return { ...read(name), url: options.url, close: () => undefined };
}

/** Compiled as the dashboard is: the list of pages imports its sources. */
async function loadStates() {
  const configFile = join(root, 'apps/dashboard/vite.config.ts');
  const { config } = await loadConfigFromFile({ command: 'serve', mode: 'production' }, configFile);
  const alias = config.resolve.alias;
  return (
    await runnerImport(join(import.meta.dirname, 'states.ts'), {
      configFile: false,
      resolve: { alias },
    })
  ).module;
}

const fileOf = (page, slug, theme) =>
  join(out, `${slug}-${theme}-${page.viewportSize().width}.png`);

async function save(page, slug, theme, fullPage = false) {
  const path = fileOf(page, slug, theme);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.screenshot({ path, fullPage, animations: 'disabled' });
  console.log(path);
}

/** Until two pictures are equal: payloads and drawings come after what they belong to. */
async function untilStill(page) {
  let last = Buffer.alloc(0);
  for (let turn = 0; turn < 20; turn += 1) {
    await delay(500);
    const next = await page.screenshot({ animations: 'disabled' });
    if (next.equals(last)) return;
    last = next;
  }
}

async function signIn(page, { url, apiKey }, theme) {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('API key').waitFor();
  if (isAsked('sign-in')) await save(page, 'sign-in', theme);
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

async function saveState(page, { slug, name, reach }, theme) {
  rmSync(fileOf(page, `${slug}-failed`, theme), { force: true });
  try {
    await reach(page);
    await untilStill(page);
    await save(page, slug, theme);
    return true;
  } catch (error) {
    console.error(`${name} was not reached: ${error.message.split('\n', 1)[0]}`);
    await save(page, `${slug}-failed`, theme);
    return false;
  }
}

async function saveGallery(page, url, theme) {
  await page.goto(url);
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  await save(page, 'gallery', theme, true);
}

async function openGallery() {
  await buildDashboard(join(out, '.gallery'), 'gallery');
  const server = await preview({
    ...{ root: out, configFile: false, logLevel: 'warn', build: { outDir: '.gallery' } },
    preview: { host: '127.0.0.1', port: Number(await freePort()) },
  });
  return { url: server.resolvedUrls.local[0], close: () => server.close() };
}

/** What only the seed has: a delivery that took several attempts, and the demo that ran. */
async function statesOfSeed({ url, apiKey, workspaceId, workflows }) {
  if (workflows === undefined) return [];
  const { apiOf } = await import('./api.ts');
  const api = apiOf(url, apiKey);
  const { data } = await api('GET', `/deliveries?workflowId=${workflows.orderIntake}&limit=100`);
  const { id, subscriptionId } = data.find(
    ({ attemptCount, state }) => attemptCount === 3 && state === 'succeeded',
  );
  const page = `${url}/w/${workspaceId}`;
  const delivery = {
    ...{ slug: 'webhooks-a-delivery', name: 'Webhooks, a delivery' },
    reach: (browser) =>
      browser.goto(`${page}/webhooks?subscription=${subscriptionId}&delivery=${id}`),
  };
  const run = {
    ...{ slug: 'start-run', name: 'Start, run' },
    reach: async (browser) => {
      await browser.goto(`${page}/start`);
      const run = browser.getByRole('button', { name: /^Run (the demo|again)$/ });
      await run.waitFor();
      if ((await run.innerText()) === 'Run the demo') await run.click();
      await browser.getByRole('button', { name: 'Run again' }).waitFor();
    },
  };
  return [delivery, run];
}

mkdirSync(out, { recursive: true });
const { statesOfPages, notFoundState } = await loadStates();
const gallery = isAsked('gallery') ? await openGallery() : undefined;
const site = await openSite();
const browser = await openBrowser();

const ids = { executions: site.executions?.failed, workflows: site.workflows?.orderIntake };
const states = [
  ...statesOfPages(site, ids),
  ...(await statesOfSeed(site)),
  notFoundState(site),
].filter(({ slug }) => isAsked(slug));
// One time for all pictures: "2 min ago" is the same in the light and in the dark one.
const takenAt = new Date();
let failed = 0;
try {
  for (const colorScheme of themes)
    for (const [width, height] of sizes) {
      const context = await browser.newContext({
        ...{ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' },
        ...{ locale: 'en-GB', timezoneId: 'UTC' },
        ...(width <= 720 && { isMobile: true, hasTouch: true }),
      });
      await context.clock.setFixedTime(takenAt);
      const page = await context.newPage();
      await signIn(page, site, colorScheme);
      for (const state of states) failed += (await saveState(page, state, colorScheme)) ? 0 : 1;
      if (gallery !== undefined) await saveGallery(page, gallery.url, colorScheme);
      await context.close();
    }
} finally {
  await browser.close();
  await gallery?.close();
  await site.close();
}
if (failed > 0) console.error(`${failed} states were not reached`);
process.exitCode = failed > 0 ? 1 : 0;
