/**
 * `node bench/dashboard/execution.mjs`: the page of one execution of 10,000 blocks: bytes of its
 * trace, the time until its rows are painted, the longest task, the heap; and the time from an
 * event in the ledger to its pixel, SAMPLES (30) of them; and the page open while such an execution
 * runs. Beside them a control of the same run: the page of an execution of two blocks.
 */
import { createServer } from 'node:http';
import { closeAll, onClose, startProduct, startStub } from '../product.mjs';
import { signedIn } from './signed-in.mjs';

const iterations = 4_999;
const samples = Number(process.env.SAMPLES ?? 30);

const start = { id: 'start', type: 'api_trigger', name: 'Start', config: {} };
const line = { id: 'line', type: 'variables', name: 'Read line', config: { values: { n: 1 } } };
const large = {
  blocks: [
    start,
    { id: 'each', type: 'loop', name: 'Each', config: { type: 'count', count: iterations } },
    line,
    { ...line, id: 'next', name: 'Next line' },
  ],
  edges: [
    { from: 'start', to: 'each' },
    { from: 'each', port: 'each', to: 'line' },
    { from: 'line', to: 'next' },
  ],
};
const small = { blocks: [start, line], edges: [{ from: 'start', to: 'line' }] };

/** Answers each call when it is told to. */
async function openGate() {
  const waiting = [];
  const server = createServer((_request, response) => waiting.push(response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  onClose(() => (server.close(), server.closeAllConnections()));
  const release = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    waiting.shift().writeHead(200, { connection: 'close' }).end('{}');
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, release };
}

/** Blocks in a row; each ends when the gate lets it. */
function chainOf(url) {
  const calls = Array.from({ length: samples }, (_, n) => ({
    ...{ id: `c${n}`, type: 'api', name: `Call ${n}` },
    config: { url, method: 'GET' },
  }));
  const ids = ['start', ...calls.map(({ id }) => id)];
  return {
    blocks: [start, ...calls],
    edges: ids.slice(1).map((to, at) => ({ from: ids[at], to })),
  };
}

function apiOf(baseUrl, apiKey) {
  return async (method, path, body, more = {}) => {
    const json = body && { 'content-type': 'application/json' };
    const answer = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': apiKey, ...json, ...more },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return { data: JSON.parse(text).data, bytes: Buffer.byteLength(text) };
  };
}

async function run(api, definition) {
  const { data } = await api('POST', '/workflows', { name: 'bench', definition });
  await api('POST', `/workflows/${data.id}/deploy`);
  const path = `/workflows/${data.id}/execute`;
  return (await api('POST', path, undefined, { 'x-execution-mode': 'async' })).data.executionId;
}

async function untilEnded(api, id) {
  while ((await api('GET', `/executions/${id}`)).data.endedAt === null)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

const watchTasks = () => {
  globalThis.longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      globalThis.longestTaskMs = Math.max(globalThis.longestTaskMs, duration);
  }).observe({ type: 'longtask', buffered: true });
};

const rowsPainted = () =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[role=tree][aria-label=Blocks] [role=treeitem]') !== null)
        requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });

/** @returns milliseconds from the navigation to the painted rows, and what it cost */
async function opened(page, address) {
  await page.goto(address, { waitUntil: 'commit' });
  const paintMs = await page.evaluate(rowsPainted);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { paintMs, heapMb: usedSize / 1e6, taskMs: await page.evaluate('longestTaskMs') };
}

const scrolled = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        globalThis.longestTaskMs = 0;
        const list = document.querySelector('[role=tree][aria-label=Blocks]').parentElement
          .parentElement;
        let frames = 0;
        const step = () => {
          list.scrollBy({ top: 300, behavior: 'instant' });
          frames += 1;
          if (frames < 120) requestAnimationFrame(step);
          else resolve(globalThis.longestTaskMs);
        };
        requestAnimationFrame(step);
      }),
  );

/** When the frame was drawn in which a block is there. */
const drawn = (page, name) =>
  page.evaluate(
    (text) =>
      new Promise((resolve) => {
        const look = () => {
          const rows = [...document.querySelectorAll('[role=treeitem]')];
          if (rows.some((row) => row.textContent.includes(text)))
            requestAnimationFrame(() => resolve(Date.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    name,
  );

async function followed(page, api, addressOf) {
  const gate = await openGate();
  const id = await run(api, chainOf(gate.url));
  await page.goto(addressOf(id));
  await drawn(page, 'Call 0');
  const seen = [];
  for (let n = 1; n < samples; n += 1) {
    const pixel = drawn(page, `Call ${n}`);
    await gate.release();
    seen.push(await pixel);
  }
  await gate.release();
  await untilEnded(api, id);
  const { data } = await api('GET', `/executions/${id}/trace`);
  const startMs = Date.parse(data.startedAt);
  const atOf = new Map(data.spans.map((span) => [span.id, startMs + span.at]));
  return seen.map((atMs, index) => atMs - atOf.get(`c${index + 1}`)).toSorted((a, b) => a - b);
}

/** The page of a large execution from its start to its end: blocks a second, and what it missed. */
async function watched(page, api, addressOf) {
  const id = await run(api, large);
  await page.goto(addressOf(id));
  await page.evaluate(rowsPainted);
  await page.evaluate('globalThis.longestTaskMs = 0');
  await untilEnded(api, id);
  const { data } = await api('GET', `/executions/${id}/trace`);
  const seconds = (Date.parse(data.endedAt) - Date.parse(data.startedAt)) / 1_000;
  const all = iterations.toLocaleString('en');
  await page.getByText(`${all} of ${all}`).first().waitFor();
  const live = await page.locator('[role=tree][aria-label=Blocks]').last().innerText();
  const taskMs = await page.evaluate('globalThis.longestTaskMs');
  await page.reload();
  await page.getByText(`${all} of ${all}`).first().waitFor();
  const isSame = live === (await page.locator('[role=tree][aria-label=Blocks]').last().innerText());
  return { perSecond: data.spans.length / seconds, taskMs, isSame };
}

async function main() {
  const { baseUrl, credentials } = await startProduct(await startStub());
  const { apiKey, workspaceId } = credentials;
  const api = apiOf(baseUrl, apiKey);
  const addressOf = (id) => `${baseUrl}/w/${workspaceId}/executions/${id}`;
  const [id, control] = [await run(api, large), await run(api, small)];
  for (const each of [id, control]) await untilEnded(api, each);
  const { bytes, data } = await api('GET', `/executions/${id}/trace`);
  const page = await signedIn(baseUrl, apiKey);
  await page.addInitScript(watchTasks);
  await opened(page, addressOf(control));
  const few = await opened(page, addressOf(control));
  const many = await opened(page, `${addressOf(id)}?open=each*20`);
  const scrollMs = await scrolled(page);
  const figure = (value, unit) => `${value.toFixed(unit === 'MB' ? 2 : 0)} ${unit}`;
  console.log(`${data.spans.length} blocks; in brackets the same page with two blocks`);
  console.log(`trace before gzip: ${figure(bytes / 1e6, 'MB')} (bar: 1.5)`);
  for (const [what, key, unit, bar] of [
    ['first rows painted', 'paintMs', 'ms', 1_500],
    ['longest task while it opens', 'taskMs', 'ms', 50],
    ['heap', 'heapMb', 'MB', 150],
  ])
    console.log(`${what}: ${figure(many[key], unit)} [${figure(few[key], unit)}] (bar: ${bar})`);
  console.log(`longest task while it scrolls: ${figure(scrollMs, 'ms')} (bar: 50)`);
  const waits = await followed(page, api, addressOf);
  const at = (share) => waits[Math.floor((waits.length - 1) * share)].toFixed(0);
  console.log(`ledger to pixel: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (bar: 300)`);
  const { perSecond, taskMs, isSame } = await watched(page, api, addressOf);
  console.log(
    `${perSecond.toFixed(0)} blocks a second on the open page: longest task ${figure(taskMs, 'ms')} (bar: 100), ${isSame ? 'the same' : 'NOT the same'} after a reload`,
  );
}

try {
  await main();
} finally {
  await closeAll();
}
