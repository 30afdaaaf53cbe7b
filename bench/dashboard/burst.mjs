/**
 * `node bench/dashboard/burst.mjs`: EVENTS (1,000) ledger events a second for SECONDS (30) while a
 * browser has the list open. Counts the executions whose end the stream did not tell (`resync`
 * tells a reader to read its list again), and measures the longest task of the page.
 */
import autocannon from 'autocannon';
import { body } from '../load.mjs';
import { closeAll, deploy, onClose, startProduct, startStub } from '../product.mjs';
import { signedIn } from './signed-in.mjs';

const eventsPerSecond = Number(process.env.EVENTS ?? 1_000);
const seconds = Number(process.env.SECONDS ?? 30);
const callers = 10;
const blocks = 8;
/** Start, each block, end. */
const eventsOfExecution = blocks + 2;
const quietMs = 3_000;

/** A webhook and `blocks` - 1 further blocks in a row. */
const chain = () => {
  const ids = Array.from({ length: blocks }, (_, n) => `b${n}`);
  return {
    blocks: ids.map((id, n) =>
      n === 0
        ? { id, type: 'webhook', name: id, config: { path: 'burst' } }
        : { id, type: 'variables', name: id, config: { values: { n } } },
    ),
    edges: ids.slice(1).map((id, n) => ({ from: ids[n], to: id })),
  };
};

/** Reads a stream as a page does. */
async function openStream(baseUrl, { apiKey, workspaceId }) {
  const seen = { ended: new Set(), resyncs: 0, lastAt: 0 };
  const closing = new AbortController();
  onClose(() => closing.abort());
  const response = await fetch(
    `${baseUrl}/api/v1/stream?workspaceId=${workspaceId}&topics=executions`,
    { headers: { 'x-api-key': apiKey }, signal: closing.signal },
  );
  const read = async () => {
    let rest = '';
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const messages = (rest + piece).split('\n\n');
      rest = messages.pop();
      for (const message of messages) {
        const [, event] = /^event: (.*)$/m.exec(message) ?? [];
        const [, data] = /^data: (.*)$/m.exec(message) ?? [];
        if (event === 'resync') seen.resyncs += 1;
        if (event !== 'execution.changed') continue;
        seen.lastAt = performance.now();
        for (const { id, endedAt } of JSON.parse(data).changes)
          if (endedAt !== null) seen.ended.add(id);
      }
    }
  };
  read().catch(() => undefined);
  return seen;
}

async function openList(baseUrl, { apiKey, workspaceId }) {
  const page = await signedIn(baseUrl, apiKey);
  await page.goto(`${baseUrl}/w/${workspaceId}/executions`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate(() => {
    globalThis.longestTaskMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        globalThis.longestTaskMs = Math.max(globalThis.longestTaskMs, duration);
    }).observe({ type: 'longtask' });
  });
  return page;
}

async function load(url) {
  const started = [];
  const run = autocannon({
    ...{ url, connections: callers, duration: seconds, body, method: 'POST' },
    overallRate: eventsPerSecond / eventsOfExecution,
    headers: { 'content-type': 'application/json' },
    setupClient: (client) =>
      client.on('body', (text) => started.push(JSON.parse(String(text)).data.executionId)),
  });
  const { non2xx, errors } = await run;
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors`);
  return started;
}

async function main() {
  const { baseUrl, credentials } = await startProduct(await startStub());
  const { triggerUrl } = await deploy(baseUrl, credentials.apiKey, chain());
  const url = new URL(new URL(triggerUrl).pathname, baseUrl).href;
  const page = await openList(baseUrl, credentials);
  const seen = await openStream(baseUrl, credentials);
  const started = await load(url);
  while (performance.now() - seen.lastAt < quietMs)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const untold = started.filter((id) => !seen.ended.has(id)).length;
  const rate = ((started.length * eventsOfExecution) / seconds).toFixed(0);
  console.log(`${rate} events a second, ${started.length} executions`);
  console.log(`ends that were not told: ${untold} (bar: 0), resyncs: ${seen.resyncs}`);
  const longest = await page.evaluate(() => globalThis.longestTaskMs);
  console.log(`longest task of the page: ${longest.toFixed(0)} ms (bar: 100)`);
}

try {
  await main();
} finally {
  await closeAll();
}
