/**
 * The product as `npm start` runs it, with the slice deployed, and the stub that its HTTP block
 * calls.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/build.mjs';
import { heapFlags, memoryEnvironment } from '../scripts/memory.mjs';
import { root, setUp } from '../scripts/set-up.mjs';

export const node = setUp();
ensureBuilt(root, node);

const closing = [];

export const onClose = (close) => closing.push(close);

let closed = Promise.resolve();

/**
 * Concurrent callers also wait: a failing bench that is being ended must not exit before everything
 * is closed.
 */
export function closeAll() {
  closed = closed.then(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return closed;
}

// Ctrl-C or a time limit must not leave started processes running.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void closeAll().finally(() => process.exit(1)));
}

/** @returns {Promise<{ pid: number, output: string, errors: string }>} once `isReady(output)` */
export async function start(args, environment, isReady) {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onClose(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`${args[0]} ended with ${code}: ${output}${errors}`)),
    );
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (isReady(output)) resolve();
    });
  });
  return { pid: child.pid, output, errors };
}

export async function startStub() {
  const stub = await start([join(root, 'bench/stub.mjs')], {}, (output) => output.includes('\n'));
  return `http://127.0.0.1:${JSON.parse(stub.output).port}`;
}

/** webhook -> HTTP -> condition -> response */
export const sliceOf = (stubUrl, path) => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path } },
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

/**
 * @returns {Promise<{ id: string, triggerUrl: string,
 * call: (path: string, payload?: object) => Promise<any> }>} `id` is the workflow's
 */
export async function deploy(baseUrl, apiKey, workflow) {
  const call = async (path, payload) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { body: JSON.stringify(payload) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { data } = await call('/workflows', { name: 'bench', definition: workflow });
  await call(`/workflows/${data.id}/deploy`);
  return { id: data.id, triggerUrl: data.triggerUrl, call };
}

/**
 * @param home checkout whose build is started
 * @returns {Promise<{ pid: number, url: string, baseUrl: string, credentials: object,
 * inspectorUrl: string | undefined, dataDir: string }>} `url` is the slice's trigger
 */
export async function startProduct(stubUrl, { inspect = false, home = root } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'flowledger-bench-'));
  onClose(() => rmSync(dataDir, { recursive: true, force: true }));
  const main = join(home, 'dist/apps/standalone/src/main.js');
  const app = await start(
    [...heapFlags, ...(inspect ? ['--inspect=127.0.0.1:0'] : []), main],
    {
      ...memoryEnvironment,
      ...{ DATA_DIR: dataDir, FLOWLEDGER_DEMO: 'false', LOG_LEVEL: 'error', PORT: '0' },
      // One minute at 50 callers exceeds the default account's limit.
      FLOWLEDGER_EXECUTIONS_PER_MINUTE: '100000000',
    },
    (output) => /^ready /m.test(output),
  );
  const credentials = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  const baseUrl = /^ready (\S+)/m.exec(app.output)[1];
  const { triggerUrl: url } = await deploy(baseUrl, credentials.apiKey, sliceOf(stubUrl, 'bench'));
  const inspectorUrl = /ws:\S+/.exec(app.errors)?.[0];
  return { pid: app.pid, url, baseUrl, credentials, inspectorUrl, dataDir };
}
