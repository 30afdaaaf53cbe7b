/**
 * n8n at its fastest: one process, in-process expressions, data saved at the end, or after every
 * node with `progress` (EXECUTIONS_DATA_SAVE_ON_PROGRESS), its only per-step durability. First use
 * installs it from npm into N8N_HOME or the cache directory (6 minutes). With npm as the only
 * network: `xlsx` is in no registry (overridden), install scripts download binaries (ignored; only
 * `node` is rebuilt), peers conflict (`--legacy-peer-deps`).
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onClose } from './product.mjs';

const { startPostgres } = await import('../dist/libs/local-stack/src/index.js');

const version = '2.41.1';
const home = process.env.N8N_HOME ?? join(homedir(), '.cache', 'flowledger', 'n8n');
const nodePath = join(home, 'node_modules/.bin/node');
const n8nPath = join(home, 'node_modules/n8n/bin/n8n');

function install() {
  if (existsSync(n8nPath) && existsSync(nodePath)) return;
  mkdirSync(home, { recursive: true });
  const manifest = {
    name: 'n8n-peer',
    private: true,
    dependencies: { n8n: version, node: '24' },
    overrides: {
      xlsx: '0.18.5',
      linkedom: '0.18.12',
      '@langchain/langgraph': '1.4.16',
      '@langchain/langgraph-checkpoint': '1.1.5',
    },
  };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  const npm = (...args) => execFileSync('npm', args, { cwd: home, stdio: 'inherit' });
  npm('i', '--legacy-peer-deps', '--no-audit', '--no-fund', '--ignore-scripts');
  npm('rebuild', 'node');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function environmentOf(databaseUrl, userFolder, port, brokerPort, progress) {
  const database = new URL(databaseUrl);
  return {
    ...process.env,
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: database.hostname,
    DB_POSTGRESDB_PORT: database.port,
    DB_POSTGRESDB_USER: decodeURIComponent(database.username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(database.password) || 'x',
    DB_POSTGRESDB_DATABASE: database.pathname.slice(1),
    DB_POSTGRESDB_POOL_SIZE: '10',
    N8N_USER_FOLDER: userFolder,
    N8N_ENCRYPTION_KEY: 'bench-key-not-a-secret',
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_HOST: '127.0.0.1',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
    N8N_LOG_LEVEL: 'error',
    N8N_SECURE_COOKIE: 'false',
    N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
    N8N_EXPRESSION_ENGINE: 'legacy',
    EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
    EXECUTIONS_DATA_SAVE_ON_PROGRESS: String(progress),
    EXECUTIONS_DATA_PRUNE: 'false',
    NODE_ENV: 'production',
    NODE_OPTIONS: '--max-old-space-size=4096',
  };
}

const probe = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"id":"probe"}',
};

async function untilItAnswers(url, request) {
  const end = Date.now() + 600_000;
  for (;;) {
    const answer = await fetch(url, request).catch(() => null);
    if (answer?.status === 200) return;
    if (Date.now() > end) throw new Error('n8n does not answer');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function postmasterOf(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query('show data_directory');
  await client.end();
  return Number(
    readFileSync(join(rows[0].data_directory, 'postmaster.pid'), 'utf8').split('\n')[0],
  );
}

/**
 * @param workflows in n8n's import format
 * @param path of one of their webhooks that answers any body; null: ready when n8n says so
 * @returns {Promise<{ baseUrl: string, pids: number[] }>} pids of n8n and of its Postgres
 */
export async function startN8n(workflows, path, { progress = false } = {}) {
  install();
  const folder = mkdtempSync(join(tmpdir(), 'flowledger-n8n-'));
  onClose(() => rmSync(folder, { recursive: true, force: true }));
  // Not `fresh`: it must be as durable as our Postgres.
  const postgres = await startPostgres({ dataDir: folder, provider: 'embedded' });
  onClose(() => postgres.stop());
  const [port, brokerPort] = [await freePort(), await freePort()];
  const env = environmentOf(postgres.databaseUrl, folder, port, brokerPort, progress);
  const run = (...args) =>
    execFileSync(nodePath, [n8nPath, ...args], { cwd: home, env, stdio: 'ignore' });
  for (const workflow of workflows) {
    const file = join(folder, `${workflow.id}.json`);
    writeFileSync(file, JSON.stringify(workflow));
    run('import:workflow', `--input=${file}`);
    run('publish:workflow', `--id=${workflow.id}`);
  }
  const child = spawn(nodePath, [n8nPath, 'start'], { cwd: home, env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  onClose(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  if (path === null) await untilItAnswers(`${baseUrl}/healthz/readiness`, {});
  else await untilItAnswers(`${baseUrl}/webhook/${path}`, probe);
  return { baseUrl, pids: [child.pid, await postmasterOf(postgres.databaseUrl)] };
}
