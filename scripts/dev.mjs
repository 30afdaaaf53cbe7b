/**
 * `npm run dev`: Kafka and Postgres, the service, compiled and restarted on each change, and the
 * dashboard by Vite with hot reload. The settings are those of `npm start`; DASHBOARD_PORT is the
 * dashboard's. Ctrl-C stops all of it.
 */
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compileChanged, isCompiled } from './compile.mjs';
import { createDevService } from './dev-service.mjs';
import { runChild } from './run-child.mjs';
import { root, setUp } from './set-up.mjs';

const node = setUp();
if (Number(process.versions.node.split('.')[0]) < 24)
  process.exit(await runChild(node, [fileURLToPath(import.meta.url)]));

/** An editor writes a file in several steps, and a rebase writes many files. */
const quietMs = 100;
const startedAt = performance.now();
const say = (line) => process.stdout.write(`${line}\n`);
const compiled = (path) => import(join(root, 'dist', path));
const host = process.env.HOST ?? '127.0.0.1';

// Vite serves the dashboard, so a first build is without it.
process.env.DASHBOARD = 'off';
if (existsSync(join(root, 'dist/.built'))) await compileChanged(root);
else (await import('./build.mjs')).ensureBuilt(root, node);

const stopping = new AbortController();
const stopped = once(stopping.signal, 'abort');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort());
const closing = [];

async function startStack() {
  const { KAFKA_BROKERS, DATABASE_URL, DATA_DIR, EGRESS_ALLOW } = process.env;
  if (KAFKA_BROKERS !== undefined || DATABASE_URL !== undefined) return {};
  const { startStack } = await compiled('libs/local-stack/src/index.js');
  const { egressDefault } = await compiled('apps/standalone/src/loopback-egress.js');
  const stack = await startStack({ dataDir: DATA_DIR ?? '.data', keepRunning: true, log: say });
  closing.push(() => stack.stop());
  return {
    KAFKA_BROKERS: stack.kafkaBrokers,
    DATABASE_URL: stack.databaseUrl,
    EGRESS_ALLOW: egressDefault(EGRESS_ALLOW, host).allow,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  };
}

async function startVite(serviceUrl) {
  process.env.API_URL = serviceUrl;
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(root, 'apps/dashboard/vite.config.ts'),
    clearScreen: false,
    server: { host, port: Number(process.env.DASHBOARD_PORT ?? 5173) },
  });
  await vite.listen();
  closing.push(() => vite.close());
  return vite.resolvedUrls.local[0].replace(/\/$/, '');
}

/** Resolves at a change of a source, once it is quiet. */
function watchSources() {
  let changed = Promise.withResolvers();
  for (const folder of ['apps', 'libs']) {
    const options = { recursive: true, signal: stopping.signal };
    watch(join(root, folder), options, (_, name) => {
      if (name !== null && isCompiled(join(folder, name))) changed.resolve();
    });
  }
  return async () => {
    await changed.promise;
    await sleep(quietMs);
    changed = Promise.withResolvers();
  };
}

async function isCompiledAnew() {
  try {
    return (await compileChanged(root)) > 0;
  } catch (error) {
    // swc adds a stack trace of its own.
    say(error.message.split('\n\n\n', 1)[0]);
    return false;
  }
}

async function run() {
  const { choosePort } = await compiled('apps/standalone/src/choose-port.js');
  const PORT = await choosePort(process.env.PORT, host);
  const FLOWLEDGER_OPS_PORT = process.env.FLOWLEDGER_OPS_PORT ?? (await choosePort('0', host));
  const env = { ...(await startStack()), PORT, FLOWLEDGER_OPS_PORT };
  const dashboardUrl = await startVite(`http://${host}:${PORT}`);
  const service = createDevService(node, root, env, dashboardUrl);
  closing.push(() => service.stop());
  const nextChange = watchSources();
  for (let since = startedAt; ; since = performance.now()) {
    void service.start().then((isReady) => {
      const outcome = isReady ? `dashboard ${dashboardUrl}` : 'waiting for a change';
      say(`${outcome}, after ${((performance.now() - since) / 1_000).toFixed(1)} s`);
    });
    do await nextChange();
    while (!(await isCompiledAnew()));
    await service.stop();
  }
}

await Promise.race([run(), stopped]).catch((error) => {
  console.error(error.name === 'Error' ? error : error.message);
  process.exitCode = 1;
});
for (const close of closing.reverse()) await close();
process.exit();
