/**
 * `node bench/dashboard/compare-with-mockups.mjs LOOK --url URL --data DIR [page …]`: pages of a
 * running service beside the mockups in the folder LOOK, at 1440 and 390 px in the light theme.
 * Lists positions and heights that differ by more than 4 px, and every other font size, weight and
 * colour. Fill the service first: `npm run dashboard:screenshots -- --url URL --data DIR --seed`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import '../../scripts/import-sources.mjs';
import { openBrowser } from '../../test/support/browser.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' }, data: { type: 'string', default: '.data' } },
});
const [look, ...asked] = positionals;
const sizes = [
  [1440, 900],
  [390, 844],
];
const tolerancePx = 4;
/** Of 255. */
const tolerance = 8;

const header = ['header', (page) => page.locator('main header').first(), '.sheet > .head'];
const title = ['title', (page) => page.getByRole('heading', { level: 1 }), '.sheet > .head h1'];
const row = (index, what) => [
  what,
  (page) => page.locator('main').locator('[role=grid], table').last().getByRole('row').nth(index),
  `main [role=row] >> nth=${index}`,
];
const table = [row(0, 'column heads'), row(1, 'first row')];

/** Of a pair: at which sizes it is there. */
const wide = (pairs) => pairs.map(([what, ours, theirs]) => [what, ours, theirs, 721]);
const narrow = (pairs) => pairs.map(([what, ours, theirs]) => [what, ours, theirs, 0, 720]);

/** By page: its address, and what is measured: name, ours, the mockup's selector. */
const pages = {
  executions: { path: 'executions', pairs: [header, title, ...table] },
  execution: {
    path: 'executions/:failed',
    pairs: [
      header,
      title,
      ['sentence', (page) => page.getByRole('paragraph').first(), '.verdict .say'],
      ['tabs', (page) => page.getByRole('tablist'), '[role=tablist]'],
      ['tab', (page) => page.getByRole('tab').first(), '[role=tab]'],
      [
        'first row',
        (page) => page.getByRole('tree', { name: 'Blocks', exact: true }).getByRole('treeitem'),
        '[role=treeitem]',
      ],
      ['panel title', (page) => page.getByRole('complementary').getByRole('heading'), 'aside h2'],
    ],
  },
  webhooks: { path: 'webhooks', pairs: [header, title] },
  workflows: { path: 'workflows', pairs: [header, title, ...table] },
  start: { path: 'start', pairs: [header, title] },
  // The editor and its states have mockups of their own, each with what it shows.
  editor: {
    path: 'workflows/:workflow/edit',
    act: (page) => page.getByText('Charge card', { exact: true }).first().click(),
    pairs: [
      header,
      title,
      ...wide([
        ['run', (page) => page.getByRole('button', { name: 'Run draft' }), 'header .btn:not(.pri)'],
        ['deploy', (page) => page.getByRole('button', { name: 'Deploy' }), 'header .btn.pri'],
        ['palette', (page) => page.getByRole('region', { name: 'Blocks' }), '.pal'],
        ['tools', (page) => page.getByRole('toolbar', { name: 'Canvas' }), '.tb'],
        ['panel', (page) => page.getByRole('complementary'), 'aside.side'],
        ['panel title', (page) => page.getByRole('complementary').getByRole('heading'), 'aside h2'],
      ]),
    ],
  },
  'editor-outline': {
    path: 'workflows/:workflow/edit',
    pairs: [
      header,
      title,
      ...narrow([
        ['view', (page) => page.getByRole('radiogroup', { name: 'View' }), '.otop .seg'],
        ...[0, 1, 3].map((index) => [
          `row ${index + 1}`,
          (page) => page.locator('[role=treegrid] [data-block]').nth(index),
          `.outl [role=treeitem] >> nth=${index}`,
        ]),
        ['url', (page) => page.getByRole('button', { name: 'URL', exact: true }), '.actbar .btn'],
        ['deploy', (page) => page.getByRole('button', { name: 'Deploy' }), '.actbar .btn.pri'],
      ]),
    ],
  },
  versions: {
    path: 'workflows/:workflow/versions',
    pairs: [
      header,
      title,
      ...wide([['panel', (page) => page.getByRole('complementary').last(), 'aside.side']]),
    ],
  },
  'settings-keys': { path: 'settings/keys', pairs: [header, title, ...table] },
  'sign-in': {
    path: null,
    pairs: [
      ['title', (page) => page.getByRole('heading', { level: 1 }), 'h1'],
      [
        'button',
        (page) => page.getByRole('button', { name: 'Sign in', exact: true }),
        'button.pri',
      ],
    ],
  },
};

function siteIn(folder) {
  const file = (name) => join(resolve(folder), name);
  const name = existsSync(file('northwind.json')) ? 'northwind.json' : 'credentials.json';
  return { ...JSON.parse(readFileSync(file(name), 'utf8')), url: values.url };
}

async function workflowIn({ url, apiKey, workspaceId, workflows }) {
  if (workflows?.orderIntake !== undefined) return workflows.orderIntake;
  const query = new URLSearchParams({ workspaceId, limit: '1' });
  const answer = await fetch(`${url}/api/v1/workflows?${query}`, {
    headers: { 'x-api-key': apiKey },
  });
  return (await answer.json()).data[0]?.id ?? '';
}

async function failedIn({ url, apiKey, workspaceId, executions }) {
  if (executions?.failed !== undefined) return executions.failed;
  const query = new URLSearchParams({ workspaceId, status: 'error', limit: '1' });
  const answer = await fetch(`${url}/api/v1/logs?${query}`, { headers: { 'x-api-key': apiKey } });
  return (await answer.json()).data[0]?.executionId ?? '';
}

/** Runs in the page. */
const measure = (element) => {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const brush = context.getContext('2d', { willReadFrequently: true });
  const channels = (color) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  };
  const { x, y, height } = element.getBoundingClientRect();
  const { fontSize, fontWeight, color, backgroundColor } = getComputedStyle(element);
  return {
    px: { x, y, height },
    exact: { fontSize, fontWeight },
    colors: { color: channels(color), backgroundColor: channels(backgroundColor) },
  };
};

function differences(ours, theirs) {
  const px = Object.entries(ours.px)
    .filter(([key, value]) => Math.abs(value - theirs.px[key]) > tolerancePx)
    .map(([key, value]) => `${key} ${value.toFixed(0)} for ${theirs.px[key].toFixed(0)}`);
  const exact = Object.entries(ours.exact)
    .filter(([key, value]) => value !== theirs.exact[key])
    .map(([key, value]) => `${key} ${value} for ${theirs.exact[key]}`);
  const colors = Object.entries(ours.colors)
    .filter(([key, value]) =>
      value.some((one, at) => Math.abs(one - theirs.colors[key][at]) > tolerance),
    )
    .map(([key, value]) => `${key} ${value.join(' ')} for ${theirs.colors[key].join(' ')}`);
  return [...px, ...exact, ...colors];
}

const waitMs = 5_000;
const measured = async (locator) => {
  const first = locator.first();
  const isThere = await first.waitFor({ timeout: waitMs }).then(
    () => true,
    () => false,
  );
  return isThere ? first.evaluate(measure) : null;
};

async function signIn(page, { url, apiKey }) {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: /pages$/i }).waitFor();
}

async function compare(name, ours, mockup, site) {
  const { path, pairs, act } = pages[name];
  const page = path?.replace(':failed', site.failed).replace(':workflow', site.workflow);
  const address = page === undefined ? '/sign-in' : `/w/${site.workspaceId}/${page}`;
  await ours.goto(site.url + address);
  await mockup.goto(pathToFileURL(join(resolve(look), `${name}.html`)).href);
  const width = ours.viewportSize().width;
  await ours.getByRole('heading').first().waitFor();
  await ours.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  if (width > 720) await act?.(ours);
  for (const [what, find, selector, fromPx = 0, toPx = Infinity] of pairs) {
    if (width < fromPx || width > toPx) continue;
    const [own, theirs] = [await measured(find(ours)), await measured(mockup.locator(selector))];
    const found =
      own === null || theirs === null
        ? [`is not ${own === null ? 'in the page' : 'in the mockup'}`]
        : differences(own, theirs);
    for (const text of found) console.log(`${name} ${width} ${what}: ${text}`);
    compared += 1;
    equal += found.length === 0 ? 1 : 0;
  }
}

let [compared, equal] = [0, 0];
if (look === undefined || values.url === undefined)
  throw new Error('Usage: compare-with-mockups.mjs LOOK --url URL --data DIR [page …]');
const site = siteIn(values.data);
site.failed = await failedIn(site);
site.workflow = await workflowIn(site);
const browser = await openBrowser();
try {
  for (const [width, height] of sizes) {
    const options = { viewport: { width, height }, colorScheme: 'light', reducedMotion: 'reduce' };
    const context = await browser.newContext(options);
    const [ours, mockup] = [await context.newPage(), await context.newPage()];
    const names = Object.keys(pages).filter((name) => asked.length === 0 || asked.includes(name));
    // The sign-in page is that of somebody who is not signed in.
    for (const name of names.filter((one) => pages[one].path === null))
      await compare(name, ours, mockup, site);
    await signIn(ours, site);
    for (const name of names.filter((one) => pages[one].path !== null))
      await compare(name, ours, mockup, site);
    await context.close();
  }
} finally {
  await browser.close();
}
console.log(`${compared} compared, ${equal} as in the mockup`);
