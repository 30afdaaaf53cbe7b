/**
 * `npm run dashboard:pictures [-- execution|editor|start]`: the pictures of the README, of a
 * service that it starts and fills itself: `docs/pictures/execution-{light,dark}.png`, the page of
 * a failed execution, `docs/pictures/editor.webp`, an example in the editor with a run of it, and
 * `docs/pictures/start.webp`, a recording of the page Start. Needs `ffmpeg`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureBuilt } from '../../../../scripts/build.mjs';
import '../../../../scripts/import-sources.mjs';
import { openBrowser } from '../../../../test/support/browser.ts';
import { apiOf } from './api.ts';
import { freePort, startService } from './start-service.mjs';

const root = join(import.meta.dirname, '../../../..');
const out = join(root, 'docs/pictures');
const asked = process.argv.slice(2);
const isAsked = (name) => asked.length === 0 || asked.includes(name);
const locale = { locale: 'en-GB', timezoneId: 'UTC' };

async function signIn(page, { url, apiKey }) {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: /pages$/i }).waitFor();
}

async function takeExecution(browser, site) {
  const { seedNorthwind } = await import('./northwind/seed.ts');
  console.log('filling the workspace …');
  const seeded = await seedNorthwind(site.url, site.apiKey, site.workspaceId);
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
      colorScheme,
      ...locale,
    });
    const page = await context.newPage();
    await signIn(page, site);
    const path = `/w/${site.workspaceId}/executions/${seeded.executions.failed}`;
    await page.goto(`${site.url}${path}`);
    await page.getByRole('treeitem').first().waitFor();
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    await delay(1_000);
    const file = join(out, `execution-${colorScheme}.png`);
    await page.screenshot({ path: file, animations: 'disabled' });
    report(file);
    await context.close();
  }
  seeded.close();
}

const example = 'examples/order-fan-out.json';
const shownBlock = 'join';

/** @returns the address of the example's page, with a run of it and one block's settings */
async function runExample({ url, apiKey, workspaceId }) {
  const api = apiOf(url, apiKey);
  const { name, definition, tests } = JSON.parse(readFileSync(join(root, example), 'utf8'));
  const { data: workflow } = await api('POST', '/workflows', { name, definition });
  await api('POST', `/workflows/${workflow.id}/deploy`);
  const answer = await fetch(`${url}/api/v1/workflows/${workflow.id}/execute`, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'x-execution-mode': 'sync',
      'content-type': 'application/json',
    },
    body: JSON.stringify(tests[0].input),
  });
  const { data: run, error } = await answer.json();
  if (run?.status !== 'success') throw new Error(`${example}: ${JSON.stringify(run ?? error)}`);
  const query = new URLSearchParams({ block: shownBlock, run: run.executionId });
  return `${url}/w/${workspaceId}/workflows/${workflow.id}?${query}`;
}

async function takeEditor(browser, site) {
  const address = await runExample(site);
  const viewport = { width: 1440, height: 900 };
  const settings = { viewport, deviceScaleFactor: 2, reducedMotion: 'reduce', ...locale };
  const context = await browser.newContext({ ...settings, colorScheme: 'light' });
  const page = await context.newPage();
  await signIn(page, site);
  await page.goto(address);
  await page
    .getByRole('treeitem', { name: /Success/ })
    .first()
    .waitFor();
  await page.getByRole('complementary').getByRole('tree').waitFor();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await delay(1_000);
  const folder = mkdtempSync(join(tmpdir(), 'flowledger-picture-'));
  const [taken, file] = [join(folder, 'editor.png'), join(out, 'editor.webp')];
  await page.screenshot({ path: taken, animations: 'disabled' });
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-i', taken, '-quality', '82', file]);
  rmSync(folder, { recursive: true, force: true });
  report(file);
  await context.close();
}

/** Frames as the browser paints them, each with how long it was seen. */
async function record(page, act) {
  const session = await page.context().newCDPSession(page);
  const frames = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data, atSeconds: metadata.timestamp });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await act();
  await session.send('Page.stopScreencast');
  return frames;
}

function writeRecording(frames, file) {
  const folder = mkdtempSync(join(tmpdir(), 'flowledger-recording-'));
  const lines = frames.flatMap(({ data, atSeconds }, index) => {
    const name = `${String(index).padStart(5, '0')}.png`;
    writeFileSync(join(folder, name), Buffer.from(data, 'base64'));
    const seconds = (frames[index + 1]?.atSeconds ?? atSeconds + 2) - atSeconds;
    return [`file '${name}'`, `duration ${seconds.toFixed(3)}`];
  });
  // The duration of the last entry is not read, so its picture is there twice.
  const last = lines.at(-2) ?? '';
  writeFileSync(join(folder, 'frames.txt'), [...lines, last].join('\n'));
  const input = ['-f', 'concat', '-i', join(folder, 'frames.txt')];
  const output = ['-vf', 'fps=10,scale=1080:-1:flags=lanczos', '-loop', '0', '-quality', '72'];
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...input, ...output, file]);
  rmSync(folder, { recursive: true, force: true });
}

async function recordStart(browser, site) {
  const viewport = { width: 1440, height: 860 };
  const context = await browser.newContext({ viewport, colorScheme: 'light', ...locale });
  const page = await context.newPage();
  await signIn(page, site);
  await page.goto(`${site.url}/w/${site.workspaceId}/start`);
  await page.getByRole('button', { name: 'Run the demo' }).waitFor();
  const receiver = page.getByRole('switch', { name: 'Break the receiver' });
  const frames = await record(page, async () => {
    await delay(1_000);
    await page.getByRole('button', { name: 'Run the demo' }).click();
    await page.getByText('Equal.').waitFor();
    await delay(2_500);
    await receiver.click();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByText('503', { exact: true }).nth(1).waitFor();
    await delay(1_000);
    await receiver.click();
    await delay(500);
    await page.getByRole('button', { name: 'Send it now' }).click();
    await page.getByText('Delivered at attempt').waitFor();
    await delay(2_500);
  });
  const file = join(out, 'start.webp');
  writeRecording(frames, file);
  report(file);
  await context.close();
}

const report = (file) => console.log(`${file} ${Math.ceil(statSync(file).size / 1000)} kB`);

mkdirSync(out, { recursive: true });
ensureBuilt(root, process.execPath);
const { stop, ...site } = await startService(String(await freePort()));
const browser = await openBrowser();
try {
  if (isAsked('start')) await recordStart(browser, site);
  if (isAsked('editor')) await takeEditor(browser, site);
  if (isAsked('execution')) await takeExecution(browser, site);
} finally {
  await browser.close();
  await stop();
}
