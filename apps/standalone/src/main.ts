/**
 * The whole system in one process, for a laptop. Starts Kafka and Postgres unless given others,
 * prepares them, starts the five apps and the demo, and prints commands to try. Topics and code are
 * the same as with five separate apps.
 */
import { ApiModule, configureApi, createApiAdapter } from '@apps/api';
import { DeliveryModule } from '@apps/delivery';
import { ProjectorModule } from '@apps/projector';
import { RelayModule } from '@apps/relay';
import { RunnerModule } from '@apps/runner';
import { ConfigError, loadConfig, publicUrlOf, type Config } from '@libs/config';
import { StackError, startStack, type LocalStack } from '@libs/local-stack';
import { Progress, runProcess, type RunningProcess } from '@libs/platform';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePort } from './choose-port.js';
import { ensureDemo } from './demo/demo-workspace.js';
import { startDemoReceiver, type DemoReceiver } from './demo/demo-receiver.js';
import { readDemoSettings, writeDemoSettings } from './demo/demo-settings.js';
import { prepare } from './prepare.js';
import { type ReadField, tryLines } from './try-lines.js';

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
  const egressAllow = env['EGRESS_ALLOW'] ?? '127.0.0.0/8,::1/128';
  if (env['EGRESS_ALLOW'] === undefined)
    say('calls to loopback addresses are allowed (EGRESS_ALLOW is not set)');
  return loadConfig({
    LOG_LEVEL: 'warn',
    ...env,
    EGRESS_ALLOW: egressAllow,
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

async function startDemo(config: Config, baseUrl: string, apiKey: string): Promise<string[]> {
  const settings = readDemoSettings(config.DATA_DIR);
  const receiver: DemoReceiver = await startDemoReceiver(settings.port, settings.secret, say);
  closing.push(() => receiver.close());
  const listening = { ...settings, port: receiver.port };
  writeDemoSettings(config.DATA_DIR, listening);
  const demo = await ensureDemo({
    baseUrl,
    apiKey,
    receiverUrl: receiver.url,
    secret: settings.secret,
  });
  writeDemoSettings(config.DATA_DIR, { ...listening, triggerUrl: demo.triggerUrl });
  const read: ReadField = (file, field) =>
    `$(node -p 'require("${join(resolve(config.DATA_DIR), file)}").${field}')`;
  return tryLines(baseUrl, read, demo.subscriptionId);
}

async function start(): Promise<void> {
  const port = await choosePort(process.env['PORT'], process.env['HOST'] ?? '127.0.0.1');
  const config = await bringUpStack({ ...process.env, PORT: port });
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
  const credentialsPath = join(resolve(config.DATA_DIR), 'credentials.json');
  const { apiKey, workspaceId } = JSON.parse(readFileSync(credentialsPath, 'utf8')) as {
    apiKey: string;
    workspaceId: string;
  };
  const lines = config.FLOWLEDGER_DEMO ? await startDemo(config, running.url, apiKey) : [];
  say(`ready ${running.url}`);
  say(`API key: in ${credentialsPath} (workspace ${workspaceId})`);
  for (const line of lines) say(line);
}

stopOnSignal();
start().catch(async (error: unknown) => {
  const known = error instanceof StackError || error instanceof ConfigError;
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  await closeAll();
  process.exit(1);
});
