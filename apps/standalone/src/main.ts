/**
 * The whole system in one process, for a laptop. Starts Kafka and Postgres unless given others,
 * prepares them, starts the five apps and the demo, and prints commands to try. Topics and code are
 * the same as with five separate apps.
 */
import { ApiModule, configureApi, createApiAdapter, ownerSignInUrl } from '@apps/api';
import { DeliveryModule } from '@apps/delivery';
import { ProjectorModule } from '@apps/projector';
import { RelayModule } from '@apps/relay';
import { RunnerModule } from '@apps/runner';
import { ConfigError, loadConfig, publicUrlOf, type Config } from '@libs/config';
import { createEgressPolicy } from '@libs/egress';
import { StackError, startStack, type LocalStack } from '@libs/local-stack';
import type { Database } from '@libs/persistence';
import { DATABASE, Progress, runProcess, type RunningProcess } from '@libs/platform';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseOpsPort, choosePort } from './choose-port.js';
import { ensureDemo, type ReadField, tryLines } from './demo/demo-workspace.js';
import { startDemoReceiver } from './demo/demo-receiver.js';
import { readDemoSettings, writeDemoSettings } from './demo/demo-settings.js';
import { setStandInNames } from './demo/stand-in-names.js';
import { egressDefault } from './loopback-egress.js';
import { offered } from './patiently.js';
import { prepare } from './prepare.js';

// For the servers too: their files hold what callers sent.
process.umask(0o077);
const usualHost = '127.0.0.1';
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const closing: (() => Promise<void>)[] = [];

/** Closes everything once, in reverse start order. */
let closed: Promise<void> | undefined;
const closeAll = (): Promise<void> =>
  (closed ??= (async () => {
    for (const close of closing.reverse())
      await close().catch((error: unknown) => say(`while stopping: ${String(error)}`));
  })());

function stopOnSignal(): void {
  let asked = false;
  const onSignal = (): void => {
    if (asked) return;
    asked = true;
    say('stopping');
    void closeAll().then(() => process.exit(0));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

async function bringUpStack(env: NodeJS.ProcessEnv): Promise<Config> {
  if (env['KAFKA_BROKERS'] !== undefined && env['DATABASE_URL'] !== undefined)
    return loadConfig(env);
  const missing = env['KAFKA_BROKERS'] === undefined && env['DATABASE_URL'] === undefined;
  if (!missing) throw new ConfigError('Set both KAFKA_BROKERS and DATABASE_URL, or neither');
  const stack: LocalStack = await startStack({
    dataDir: env['DATA_DIR'] ?? '.data',
    keepRunning: true,
    log: say,
  });
  closing.push(() => stack.stop());
  const { allow, note } = egressDefault(env['EGRESS_ALLOW'], env['HOST'] ?? usualHost);
  if (note !== null) say(note);
  return loadConfig({
    LOG_LEVEL: 'warn',
    ...env,
    EGRESS_ALLOW: allow,
    KAFKA_BROKERS: stack.kafkaBrokers,
    DATABASE_URL: stack.databaseUrl,
  });
}

async function untilReady(running: RunningProcess): Promise<void> {
  const progress = running.app.get(Progress);
  for (;;) {
    if ((await progress.problems()).length === 0) return;
    await sleep(50);
  }
}

interface Credentials {
  readonly apiKey: string;
  readonly workspaceId: string;
}

/** @returns lines for the person who started the service */
async function startDemo(
  config: Config,
  baseUrl: string,
  { apiKey, workspaceId }: Credentials,
): Promise<readonly string[]> {
  if (!config.FLOWLEDGER_DEMO) return [];
  if (!createEgressPolicy({ allow: config.EGRESS_ALLOW }).lists('127.0.0.1'))
    return ['no demo: it needs calls to 127.0.0.1, which EGRESS_ALLOW does not list'];
  const settings = readDemoSettings(config.DATA_DIR);
  const prefix = config.FLOWLEDGER_HEADER_PREFIX;
  const receiver = await startDemoReceiver({ ...settings, say, prefix });
  closing.push(() => receiver.close());
  const listening = { ...settings, port: receiver.port };
  writeDemoSettings(config.DATA_DIR, listening);
  const read: ReadField = (file, field) =>
    `$(node -p 'require("${join(resolve(config.DATA_DIR), file)}").${field}')`;
  const receiverUrl = receiver.url;
  return offered(async () => {
    const demo = await ensureDemo({ baseUrl, apiKey, receiverUrl, secret: settings.secret });
    writeDemoSettings(config.DATA_DIR, { ...listening, ...demo, workspaceId, receiverUrl });
    await setStandInNames({ baseUrl, apiKey, workspaceId, receiverUrl });
    return tryLines(baseUrl, read, demo.subscriptionId);
  }, 'no demo; start again for one');
}

const signInLines = (
  running: RunningProcess,
  config: Config,
  { workspaceId }: Credentials,
): Promise<readonly string[]> =>
  offered(async () => {
    const { pool } = running.app.get<Database>(DATABASE);
    const url = await ownerSignInUrl(pool, workspaceId, publicUrlOf(config));
    return url === null ? [] : [`sign in, once, within an hour: ${url}`];
  }, 'no sign-in link; `npm run sign-in -- EMAIL` makes one');

interface Ports {
  readonly variables: Readonly<Record<string, string>>;
  readonly note: string | null;
}

/** The ops port needs no key, so it stays on loopback whatever HOST is, unless a setting says. */
async function choosePorts(env: NodeJS.ProcessEnv): Promise<Ports> {
  const opsHost = env['FLOWLEDGER_OPS_HOST'] ?? usualHost;
  const { port, note } = await choosePort(env['PORT'], env['HOST'] ?? usualHost);
  const variables = {
    PORT: port,
    FLOWLEDGER_OPS_HOST: opsHost,
    FLOWLEDGER_OPS_PORT: await chooseOpsPort(env['FLOWLEDGER_OPS_PORT'], opsHost),
  };
  return { variables, note };
}

const credentialsIn = (dataDir: string): string => join(resolve(dataDir), 'credentials.json');

async function start(): Promise<void> {
  const { variables, note } = await choosePorts(process.env);
  const config = await bringUpStack({ ...process.env, ...variables });
  if (note !== null) say(note);
  await prepare(config, publicUrlOf(config));
  const running = await runProcess({
    name: 'standalone',
    config,
    modules: [ApiModule, RunnerModule, RelayModule, ProjectorModule, DeliveryModule],
    adapter: () =>
      createApiAdapter({
        trustedProxies: config.FLOWLEDGER_TRUSTED_PROXIES,
        triggerUrl: config.FLOWLEDGER_TRIGGER_URL,
      }),
    configure: configureApi,
  });
  closing.push(() => running.stop());
  await untilReady(running);
  const credentialsPath = credentialsIn(config.DATA_DIR);
  const credentials = JSON.parse(readFileSync(credentialsPath, 'utf8')) as Credentials;
  const lines = await startDemo(config, running.url, credentials);
  // The last line is the one that a person opens.
  const signIn = await signInLines(running, config, credentials);
  for (const line of lines) say(line);
  if (running.opsUrl !== null)
    say(`ops ${running.opsUrl} (/metrics, and /health/ready with its reasons)`);
  say(`API key: in ${credentialsPath} (workspace ${credentials.workspaceId})`);
  say(`ready ${running.url}`);
  for (const line of signIn) say(line);
}

/** Where the service runs that has this data directory; empty if it can't be read. */
function servedAt(): string {
  try {
    const text = readFileSync(credentialsIn(process.env['DATA_DIR'] ?? '.data'), 'utf8');
    return ` The service there is at ${String((JSON.parse(text) as { baseUrl?: unknown }).baseUrl)}.`;
  } catch {
    return '';
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StackError && error.code === 'data_dir_in_use')
    return `${error.message}${servedAt()}`;
  if (error instanceof StackError || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

stopOnSignal();
start().catch(async (error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  await closeAll();
  process.exit(1);
});
