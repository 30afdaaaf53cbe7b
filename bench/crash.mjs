/**
 * `node bench/crash.mjs [unfinished]`: the cost of a kill -9. Real processes with their own broker
 * and database; the session timeout is the default 6 s. Prints how many of 40 executions in flight
 * complete, and how long a restarted process takes to its first good answer. Also how long a runner
 * takes to resume a killed runner's unfinished executions (10,000 by default).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/build.mjs';
import { root, setUp } from '../scripts/set-up.mjs';

const unfinished = Number(process.argv[2] ?? 10_000);
const node = setUp();
ensureBuilt(root, node);
const { startStack } = await import('../dist/libs/local-stack/src/index.js');

const closing = [];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

async function until(condition, what, limitMs = 300_000) {
  const end = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${limitMs} ms`);
    await pause(20);
  }
}

/** Records calls by Idempotency-Key; holds answers back while `holding`. */
async function startStub() {
  const stub = { holding: false, calls: [], url: '' };
  const held = [];
  const answer = (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  const server = createServer((incoming, response) => {
    incoming.resume();
    stub.calls.push({ key: incoming.headers['idempotency-key'], atMs: Date.now() });
    if (stub.holding) held.push(response);
    else answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stub.url = `http://127.0.0.1:${server.address().port}`;
  stub.letGo = () => {
    stub.holding = false;
    held.splice(0).forEach(answer);
  };
  closing.push(() => server.closeAllConnections() ?? server.close());
  return stub;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function startApp(name, environment, entry = 'main.js') {
  const child = spawn(node, [join(root, 'dist/apps', name, 'src', entry)], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  closing.push(stop);
  return { stop, ended };
}

const isReady = async (port) =>
  (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.status === 200;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
function post(url, body, headers = {}) {
  return new Promise((resolve) => {
    const text = JSON.stringify(body);
    const sent = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', ...headers },
        timeout: 60_000,
      },
      (response) => {
        let answer = '';
        response.on('data', (chunk) => (answer += chunk));
        response.on('end', () => resolve({ status: response.statusCode, answer }));
      },
    );
    sent.on('error', (error) => resolve({ status: 0, answer: error.code }));
    sent.end(text);
  });
}

const callWorkflow = (path, stubUrl, response) => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path } },
    { id: 'call', type: 'api', name: 'API', config: { method: 'POST', url: stubUrl, body: {} } },
    ...(response ? [{ id: 'yes', type: 'response', name: 'Yes', config: { body: {} } }] : []),
  ],
  edges: [{ from: 'hook', to: 'call' }, ...(response ? [{ from: 'call', to: 'yes' }] : [])],
});

async function openWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'flowledger-crash-'));
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const [stack, stub, port] = await Promise.all([
    // Not `fresh`: that broker runs at half the speed, and that Postgres syncs nothing.
    startStack({ dataDir, log() {} }),
    startStub(),
    freePort(),
  ]);
  closing.push(() => stack.stop());
  const environment = {
    KAFKA_BROKERS: stack.kafkaBrokers,
    DATABASE_URL: stack.databaseUrl,
    DATA_DIR: dataDir,
    EGRESS_ALLOW: '127.0.0.0/8',
    PORT: '0',
  };
  await startApp('standalone', environment, 'migrate.js').ended;
  const start = (name, more) =>
    startApp(name, { ...environment, ...(name === 'api' && { PORT: String(port) }), ...more });
  const base = `http://127.0.0.1:${port}`;
  const apps = { api: start('api'), runner: start('runner'), projector: start('projector') };
  await until(() => isReady(port), 'the api is ready');
  const { apiKey } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  const headers = { 'x-api-key': apiKey };
  const urls = {};
  for (const path of ['sync', 'async']) {
    const definition = callWorkflow(path, stub.url, path === 'sync');
    const made = await post(`${base}/api/v1/workflows`, { name: path, definition }, headers);
    const { id, triggerUrl } = JSON.parse(made.answer).data;
    urls[path] = triggerUrl;
    await post(`${base}/api/v1/workflows/${id}/deploy`, {}, headers);
  }
  const trigger = (path) => post(urls[path], { id: 1 });
  await until(async () => (await trigger('sync')).status === 200, 'the first answer');
  return { stub, apps, start, trigger };
}

/** Calls since `sinceMs` from executions that had already called before. */
const repeated = (calls, sinceMs) => {
  const seen = new Set();
  return calls.filter(({ key, atMs }) => seen.size === seen.add(key).size && atMs >= sinceMs);
};

async function fortyInFlight({ stub, apps, start, trigger }) {
  stub.holding = true;
  stub.calls.length = 0;
  await Promise.all(Array.from({ length: 40 }, () => trigger('async')));
  await until(() => stub.calls.length === 40, '40 calls in flight');
  const killedMs = Date.now();
  await apps.runner.stop('SIGKILL');
  stub.letGo();
  apps.runner = start('runner');
  await until(() => repeated(stub.calls, killedMs).length === 40, '40 calls again');
  const last = Math.max(...repeated(stub.calls, killedMs).map(({ atMs }) => atMs));
  console.log(
    `kill -9 of the runner with 40 in flight: 40 of 40 go on, the last after ${seconds(last - killedMs)}`,
  );
}

async function firstAnswerAfterRestart({ apps, start, trigger }, name) {
  const seen = new Map();
  await apps[name].stop('SIGKILL');
  const restartedMs = Date.now();
  apps[name] = start(name);
  await until(async () => {
    const { status, answer } = await trigger('sync');
    const what = status === 0 ? answer : String(status);
    seen.set(what, (seen.get(what) ?? 0) + 1);
    return status === 200;
  }, 'a good answer');
  const answers = [...seen].map(([what, count]) => `${count}× ${what}`).join(', ');
  console.log(
    `kill -9 and restart of the ${name}: first good answer after ${seconds(Date.now() - restartedMs)} (${answers})`,
  );
}

async function takeover({ stub, apps, start, trigger }) {
  const otherPort = await freePort();
  const other = start('runner', { PORT: String(otherPort) });
  await until(() => isReady(otherPort), 'the other runner is ready');
  stub.holding = true;
  stub.calls.length = 0;
  let left = unfinished;
  const caller = async () => {
    while ((left -= 1) >= 0)
      if ((await trigger('async')).status !== 202) throw new Error('not accepted');
  };
  await Promise.all(Array.from({ length: 50 }, caller));
  let before = -1;
  await until(async () => {
    const settled = before === stub.calls.length;
    before = stub.calls.length;
    await pause(1_000);
    return settled;
  }, 'no more calls start');
  const inFlight = stub.calls.length;
  const killedMs = Date.now();
  await apps.runner.stop('SIGKILL');
  // Answers are immediate from here on, so only the takeover's own time is measured.
  stub.letGo();
  await until(
    () => new Set(stub.calls.map(({ key }) => key)).size === unfinished,
    'all are called',
  );
  await until(() => repeated(stub.calls, killedMs).length > 0, 'the first call again');
  await pause(3_000);
  const again = repeated(stub.calls, killedMs).map(({ atMs }) => atMs - killedMs);
  console.log(
    `kill -9 of one of two runners with ${unfinished} unfinished (${inFlight} calls in flight, ${again.length} of them the dead runner's): the other goes on after ${seconds(again[0])}, with the last after ${seconds(again.at(-1))}`,
  );
  await other.stop();
}

try {
  const world = await openWorld();
  await fortyInFlight(world);
  await firstAnswerAfterRestart(world, 'runner');
  await firstAnswerAfterRestart(world, 'api');
  await takeover(world);
} finally {
  for (const close of closing.reverse()) await close();
}
