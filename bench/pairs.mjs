/**
 * `node bench/pairs.mjs BASE [PAIRS]`: CPU time per execution, and per execution with one delivery,
 * of this checkout next to the commit BASE. Both builds run at the same time, each with its own
 * Kafka and Postgres. Bursts of BURST (1500) executions alternate, so that both see the same
 * machine conditions. Prints the mean paired difference with its 95 % interval (Student's t),
 * in all and for app, Kafka and Postgres.
 */
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { root } from '../scripts/set-up.mjs';
import { shoot } from './load.mjs';
import { buildOf, measuredPairs, summaryOf } from './paired.mjs';
import { usageBelow } from './processes.mjs';
import { closeAll, deploy, onClose, sliceOf, startProduct, startStub } from './product.mjs';

const [base, pairs = '12'] = process.argv.slice(2);
const burst = Number(process.env.BURST ?? 1500);
const warmBursts = Number(process.env.WARM ?? 3);
const callers = 10;
/** Time for work that continues after the last answer: projections, offset commits. */
const settleMs = 1_000;

/** Counts the deliveries that arrive. */
async function startReceiver() {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1;
      response.end('{}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  onClose(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return { url: `http://127.0.0.1:${server.address().port}/`, received: () => received };
}

async function startBuild(name, home, stubUrl) {
  const product = await startProduct(stubUrl, { home });
  const receiver = await startReceiver();
  const { apiKey } = product.credentials;
  const { id, call } = await deploy(product.baseUrl, apiKey, sliceOf(stubUrl, 'delivered'));
  await call(`/workflows/${id}/subscriptions`, { url: receiver.url });
  return { name, pid: product.pid, url: product.url, receiver };
}

const kinds = ['app', 'kafka', 'postgres'];

/** @returns {Promise<Record<string, number>>} CPU-ms per execution by kind of process */
async function measure({ pid, url, receiver }, delivers) {
  const target = delivers ? url.replace(/bench$/, 'delivered') : url;
  const [before, expected] = [usageBelow(pid), receiver.received() + (delivers ? burst : 0)];
  await shoot(target, callers, undefined, burst);
  while (receiver.received() < expected) await setTimeout(50);
  await setTimeout(settleMs);
  const after = usageBelow(pid);
  return Object.fromEntries(
    kinds.map((kind) => [kind, (after[kind].cpuMs - before[kind].cpuMs) / burst]),
  );
}

const totalOf = (usage) => kinds.reduce((sum, kind) => sum + usage[kind], 0);

try {
  if (base === undefined) throw new Error('name the commit to compare with: BASE [PAIRS]');
  const stubUrl = await startStub();
  const builds = [
    await startBuild('base', buildOf(base), stubUrl),
    await startBuild('this', root, stubUrl),
  ];
  const results = {};
  for (const [name, delivers] of [
    ['execution', false],
    ['execution with a delivery', true],
  ]) {
    for (let round = 0; round < warmBursts; round += 1)
      for (const build of builds) await measure(build, delivers);
    const rows = await measuredPairs(builds, Number(pairs), (build) => measure(build, delivers));
    for (const [was, is] of rows.map((row) => row.map(totalOf)))
      console.log(`${name}: base ${was.toFixed(3)}, this ${is.toFixed(3)} CPU-ms`);
    results[name] = summaryOf(rows.map((row) => row.map(totalOf)));
    for (const kind of kinds)
      results[`${name}: ${kind}`] = summaryOf(rows.map((row) => row.map((usage) => usage[kind])));
  }
  console.table(results);
} finally {
  await closeAll();
}
