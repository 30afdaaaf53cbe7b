/**
 * `node bench/dashboard/pages.mjs <url> <data directory>`, on a running `npm start`: requests of an
 * idle page in a minute, the time from an execution's start in the ledger to the frame that
 * tells of it (p50, p95), and the slowest answer to one of twelve open tabs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openBrowser } from '../../test/support/browser.ts';

const [url, dataDir] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
const { apiKey, workspaceId } = read('credentials.json');
const trigger = new URL(new URL(read('demo.json').triggerUrl).pathname, url);
const list = `${url}/w/${workspaceId}/executions`;
const idleMs = 60_000;
/** For what a page still reads after it was opened, and for the last changes of an execution. */
const settleMs = 1_000;
const samples = 30;
const tabs = 12;
const notice = '1 new execution: show it';

const runDemo = async () => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(trigger, { method: 'POST', headers, body: '{"id":"A-1"}' });
  await answer.text();
  return answer.headers.get('x-execution-id');
};

async function startOf(executionId) {
  const headers = { 'x-api-key': apiKey };
  const answer = await fetch(`${url}/api/v1/logs/executions/${executionId}`, { headers });
  return Date.parse((await answer.json()).executionMetadata.startedAt);
}

const browser = await openBrowser();
const context = await browser.newContext();
async function openTab() {
  const page = await context.newPage();
  await page.goto(list);
  await page.getByRole('grid', { name: 'Executions' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}

await runDemo();
const first = await context.newPage();
await first.goto(`${url}/sign-in`);
await first.getByLabel('API key').fill(apiKey);
await first.getByRole('button', { name: 'Sign in', exact: true }).click();
await first.getByRole('navigation', { name: 'Pages' }).waitFor();
await first.close();

const page = await openTab();
await setTimeout(settleMs);
const requests = [];
const note = (request) => requests.push(new URL(request.url()).pathname);
page.on('request', note);
await setTimeout(idleMs);
page.off('request', note);
console.log(
  `requests of an idle page in a minute: ${requests.length} (bar: 0) ${requests.join(' ')}`,
);

/** When the frame with the notice was drawn, by the clock of this machine. */
const noticed = () =>
  page.evaluate(
    (label) =>
      new Promise((resolve) => {
        const look = () => {
          const isThere = document.querySelector(`[aria-label="${label}"]`) !== null;
          if (isThere) requestAnimationFrame(() => resolve(Date.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    notice,
  );

const waits = [];
for (let sample = 0; sample < samples; sample += 1) {
  const drawn = noticed();
  const executionId = await runDemo();
  waits.push((await drawn) - (await startOf(executionId)));
  await page.getByRole('button', { name: notice }).click();
  // One execution at a time: changes of a burst are told at most four times a second.
  await setTimeout(settleMs);
}
waits.sort((a, b) => a - b);
const at = (share) => waits[Math.floor((waits.length - 1) * share)].toFixed(0);
console.log(`ledger to frame, one execution: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (bar: 300)`);

const open = [page];
while (open.length < tabs) open.push(await openTab());
const answers = await Promise.all(
  open.map((tab) =>
    tab.evaluate(async () => {
      const startedAt = performance.now();
      await (await fetch('/api/v1/sessions/current')).text();
      return performance.now() - startedAt;
    }),
  ),
);
console.log(`${tabs} tabs: slowest answer ${Math.max(...answers).toFixed(0)} ms (bar: 1000)`);
await browser.close();
