/**
 * `npm run bench`: the slice (webhook -> HTTP -> condition -> response) at 1, 10 and 50 callers, next to the floor on the same
 * machine in the same run: the stub called directly, awaited Kafka appends, awaited SQL inserts. Prints ratios: absolute numbers
 * belong to one machine. Seconds a level: SECONDS (10); warm-up: WARM (5).
 */
import autocannon from 'autocannon';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureBuilt } from '../scripts/build.mjs';
import { root, setUp } from '../scripts/set-up.mjs';
import { usageBelow } from './processes.mjs';

const seconds = Number(process.env.SECONDS ?? 10);
const warmSeconds = Number(process.env.WARM ?? 5);
const levels = [1, 10, 50];
const node = setUp();
ensureBuilt(root, node);
const { createKafkaEventLog } = await import('../dist/libs/event-log/src/index.js');

const dataDir = mkdtempSync(join(tmpdir(), 'flowledger-bench-'));
const closing = [() => rmSync(dataDir, { recursive: true, force: true })];

async function start(args, environment, isReady) {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing.push(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  let output = '';
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}: ${output}`)));
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (isReady(output)) resolve();
    });
  });
  return { pid: child.pid, output };
}

function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Runs `act` over and over from so many loops; p50 and p99 in ms, and operations a second. */
async function loop(concurrency, act) {
  const times = [];
  const end = performance.now() + (seconds * 1000) / 2;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end) {
        const before = performance.now();
        await act();
        times.push(performance.now() - before);
      }
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  return {
    rate: times.length / elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

const body = JSON.stringify({ id: 'A-1', name: 'bench', amount: 42 });
/** Times every answer itself: the generator's own histogram knows whole milliseconds only. */
async function shoot(url, connections, duration) {
  const times = [];
  const run = autocannon({
    url,
    connections,
    duration,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    timeout: 60,
  });
  run.on('response', (_client, _status, _bytes, responseTime) => times.push(responseTime));
  const result = await run;
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors from ${url}`);
  }
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    rate: times.length / result.duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

const definition = (stubUrl) => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'bench' } },
    {
      id: 'call',
      type: 'api',
      name: 'API',
      config: { method: 'POST', url: `${stubUrl}/ok`, body: { id: '<webhook.body.id>' } },
    },
    {
      id: 'check',
      type: 'condition',
      name: 'Check',
      config: {
        conditions: [{ port: 'ok', expression: '<api.status> === 200' }, { port: 'else' }],
      },
    },
    {
      id: 'yes',
      type: 'response',
      name: 'Yes',
      config: { body: { ok: true, echo: '<webhook.body>' } },
    },
    { id: 'no', type: 'response', name: 'No', config: { status: 502, body: { ok: false } } },
  ],
  edges: [
    { from: 'hook', to: 'call' },
    { from: 'call', to: 'check' },
    { from: 'check', port: 'ok', to: 'yes' },
    { from: 'check', port: 'else', to: 'no' },
  ],
});

async function createWorkflow(baseUrl, apiKey, stubUrl) {
  const call = async (path, payload) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { body: JSON.stringify(payload) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { data } = await call('/workflows', { name: 'bench', definition: definition(stubUrl) });
  await call(`/workflows/${data.id}/deploy`);
}

const ms = (value) => value.toFixed(value < 10 ? 2 : 1);
const times = (value) => `${value.toFixed(value < 10 ? 2 : 1)}×`;

async function main() {
  const stub = await start([join(root, 'bench/stub.mjs')], {}, (output) => output.includes('\n'));
  const stubUrl = `http://127.0.0.1:${JSON.parse(stub.output).port}`;
  const app = await start(
    [join(root, 'dist/apps/standalone/src/main.js')],
    { DATA_DIR: dataDir, FLOWLEDGER_DEMO: 'false', LOG_LEVEL: 'error', PORT: '0' },
    (output) => /^ready /m.test(output),
  );
  const credentials = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  const baseUrl = /^ready (\S+)/m.exec(app.output)[1];
  await createWorkflow(baseUrl, credentials.apiKey, stubUrl);
  const url = `${baseUrl}/api/webhooks/trigger/bench`;

  const eventLog = createKafkaEventLog({
    brokers: [credentials.kafkaBrokers].flat().join(',').split(','),
    clientId: 'bench',
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  await eventLog.admin.ensureTopics([{ name: 'bench.floor', partitions: 12, config: {} }]);
  const appender = eventLog.appender();
  const pool = new pg.Pool({ connectionString: credentials.databaseUrl, max: 10 });
  await pool.query('create table bench_floor (id bigserial primary key, body jsonb)');
  closing.push(async () => {
    await pool.end();
    await appender.close();
    await eventLog.close();
  });
  const value = Buffer.from(body.padEnd(1024));
  let key = 0;
  const append = () => appender.append({ topic: 'bench.floor', key: String((key += 1)), value });
  const insert = () =>
    pool.query({
      name: 'floor',
      text: 'insert into bench_floor (body) values ($1)',
      values: [body],
    });

  await shoot(url, 10, warmSeconds);
  const rows = [];
  for (const callers of levels) {
    const direct = await shoot(`${stubUrl}/ok`, callers, Math.max(2, seconds / 2));
    const kafka = await loop(callers, append);
    const sql = await loop(callers, insert);
    const before = usageBelow(app.pid);
    const slice = await shoot(url, callers, seconds);
    const after = usageBelow(app.pid);
    const cpu = Object.fromEntries(
      Object.keys(after).map((kind) => [
        kind,
        (after[kind].cpuMs - before[kind].cpuMs) / slice.count,
      ]),
    );
    rows.push({ callers, slice, direct, kafka, sql, cpu, rssMb: after.app.rssMb });
  }
  report(rows);
}

function report(rows) {
  console.log(
    '\n| callers | executions/s | p50 ms | p99 ms | CPU-ms per execution (app + Kafka + Postgres) | app RSS MB |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const { callers, slice, cpu, rssMb } of rows) {
    const total = cpu.app + cpu.kafka + cpu.postgres;
    const parts = [cpu.app, cpu.kafka, cpu.postgres].map((part) => part.toFixed(2)).join(' + ');
    console.log(
      `| ${callers} | ${slice.rate.toFixed(0)} | ${ms(slice.p50)} | ${ms(slice.p99)} | ${total.toFixed(2)} (${parts}) | ${rssMb.toFixed(0)} |`,
    );
  }
  console.log(
    '\n| callers | floor p50 ms: stub / append / insert | p50 over (2 appends + stub) | floor rate/s: stub / append / insert | rate over stub | rate over append | rate over insert |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const { callers, slice, direct, kafka, sql } of rows) {
    const floor = 2 * kafka.p50 + direct.p50;
    console.log(
      `| ${callers} | ${ms(direct.p50)} / ${ms(kafka.p50)} / ${ms(sql.p50)} | ${times(slice.p50 / floor)} | ${direct.rate.toFixed(0)} / ${kafka.rate.toFixed(0)} / ${sql.rate.toFixed(0)} | ${times(slice.rate / direct.rate)} | ${times(slice.rate / kafka.rate)} | ${times(slice.rate / sql.rate)} |`,
    );
  }
}

try {
  await main();
} finally {
  for (const close of closing.reverse()) await close();
}
