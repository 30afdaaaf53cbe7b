/**
 * `node bench/dashboard/open-pages.mjs [PROCESSES] [PAIRS]`: what open pages cost. RATE (200)
 * executions a second, without a pause, at so many api processes (1). Windows of SECONDS (5) with
 * one open stream per process and without, in turn. Prints the mean paired difference of the CPU
 * per execution, less that of an idle service, with its 95 % interval.
 */
import autocannon from 'autocannon';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from '../../scripts/set-up.mjs';
import { intervalOf } from '../interval.mjs';
import { body } from '../load.mjs';
import { usageBelow } from '../processes.mjs';
import { closeAll, start, startProduct, startStub } from '../product.mjs';

const [processes = '1', pairs = '48'] = process.argv.slice(2);
const rate = Number(process.env.RATE ?? 200);
const seconds = Number(process.env.SECONDS ?? 5);
const warmSeconds = 20;
const callers = 10;
/** Before a window, after pages came or went. */
const settleMs = 500;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function startApi({ dataDir, credentials: { databaseUrl, kafkaBrokers } }) {
  const port = await freePort();
  const { pid } = await start(
    [join(root, 'dist/apps/api/src/main.js')],
    {
      ...{ DATABASE_URL: databaseUrl, KAFKA_BROKERS: kafkaBrokers, DATA_DIR: dataDir },
      ...{ FLOWLEDGER_DEMO: 'false', LOG_LEVEL: 'info', PORT: String(port) },
      FLOWLEDGER_EXECUTIONS_PER_MINUTE: '100000000',
    },
    (output) => output.includes('\n'),
  );
  const baseUrl = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await fetch(`${baseUrl}/health/ready`).catch(() => null);
    if (answer?.status === 200) return { pid, baseUrl };
    await setTimeout(200);
  }
}

async function startApis(product) {
  const more = Array.from({ length: Number(processes) - 1 }, () => startApi(product));
  return [{ pid: product.pid, baseUrl: product.baseUrl }, ...(await Promise.all(more))];
}

/** As a page does: one stream, read and thrown away. @returns closes */
async function openPages(apis, { apiKey, workspaceId }) {
  const closing = new AbortController();
  await Promise.all(
    apis.map(async ({ baseUrl }) => {
      const response = await fetch(`${baseUrl}/api/v1/stream?workspaceId=${workspaceId}`, {
        headers: { 'x-api-key': apiKey },
        signal: closing.signal,
      });
      if (response.status !== 200) throw new Error(`the stream: ${response.status}`);
      const read = async () => {
        for await (const _piece of response.body);
      };
      read().catch(() => undefined);
    }),
  );
  return () => closing.abort();
}

const cpuMsOf = (apis) =>
  apis
    .flatMap(({ pid }) => Object.values(usageBelow(pid)))
    .reduce((sum, { cpuMs }) => sum + cpuMs, 0);

/** @returns executions a second */
async function load(apis, path, duration) {
  const runs = apis.map(({ baseUrl }) =>
    autocannon({
      ...{ url: baseUrl + path, connections: callers, duration, body, method: 'POST' },
      ...{ overallRate: rate / apis.length, headers: { 'content-type': 'application/json' } },
    }),
  );
  const results = await Promise.all(runs);
  const failed = results.reduce((sum, one) => sum + one.non2xx + one.errors, 0);
  if (failed > 0) throw new Error(`${failed} calls failed`);
  return results.reduce((sum, one) => sum + one['2xx'], 0) / duration;
}

/** CPU-ms a second. */
async function window(apis, credentials, hasPages) {
  const close = hasPages ? await openPages(apis, credentials) : () => undefined;
  await setTimeout(settleMs);
  const [before, startedAt] = [cpuMsOf(apis), performance.now()];
  await setTimeout(seconds * 1_000);
  const used = (cpuMsOf(apis) - before) / ((performance.now() - startedAt) / 1_000);
  close();
  return used;
}

/** @returns pairs of CPU-ms a second without and with pages */
async function compare(apis, credentials, count) {
  const rows = [];
  for (let pair = 0; pair < count; pair += 1) {
    const row = {};
    for (const hasPages of pair % 2 === 0 ? [false, true] : [true, false])
      row[hasPages] = await window(apis, credentials, hasPages);
    rows.push([row.false, row.true]);
  }
  return rows;
}

const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

try {
  const product = await startProduct(await startStub());
  const apis = await startApis(product);
  const path = new URL(product.url).pathname;
  await load(apis, path, warmSeconds);
  const idle = await compare(apis, product.credentials, Math.ceil(Number(pairs) / 2));
  const loaded = load(apis, path, Number(pairs) * 2 * (seconds + settleMs / 1_000) + 1);
  const [busy, perSecond] = await Promise.all([
    compare(apis, product.credentials, Number(pairs)),
    loaded,
  ]);
  const columns = (rows) => [0, 1].map((at) => mean(rows.map((row) => row[at])));
  const [idleWithout, idleWith] = columns(idle);
  const marginal = busy.map(([one, other]) => [
    (one - idleWithout) / perSecond,
    (other - idleWith) / perSecond,
  ]);
  const [without, pages] = columns(marginal);
  console.log(`${processes} api processes, one open page each against none, ${pairs} pairs`);
  console.log(`idle: ${idleWithout.toFixed(1)} and ${idleWith.toFixed(1)} CPU-ms a second`);
  console.log(`executions/s: ${perSecond.toFixed(0)}`);
  console.log(`marginal CPU-ms per execution: ${without.toFixed(3)} and ${pages.toFixed(3)}`);
  // Of the mean: a mean of quotients is above the quotient of the means, the more the noisier.
  const differences = marginal.map(([one, other]) => (100 * (other - one)) / without);
  const { mean: difference, low, high } = intervalOf(differences);
  console.log(
    `difference %: ${difference.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}; bar: at most 5)`,
  );
} finally {
  await closeAll();
}
