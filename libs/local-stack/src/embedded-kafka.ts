/** A single-node KRaft broker from the cached jars. Data under `<dir>/data`, output in `<dir>/kafka.log`. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCdsArchive, type CdsArchive } from './cds-archive.js';
import { ChildFailed, startChild, stopStale, type Child } from './child-server.js';
import { manageChild } from './managed-child.js';
import { fetchJava, findJava, type Java } from './java.js';
import { ensureKafkaJars, type KafkaJars } from './kafka-jars.js';
import { log4jProperties, serverProperties, type BrokerAddress } from './kafka-settings.js';
import type { KafkaServer, ServerOptions } from './managed-server.js';
import { runCommand } from './run-command.js';
import { readSettings, writeSettings } from './server-settings.js';
import { StackError } from './stack.errors.js';
import { freePorts, isPortCollision } from './tcp-ports.js';

const stopSignal = 'SIGTERM';
const startAttempts = 3;

interface Broker {
  readonly dir: string;
  readonly fresh: boolean;
  readonly java: Java;
  readonly jars: KafkaJars;
  readonly archive: CdsArchive;
}

const pathsOf = (dir: string) => ({
  data: join(dir, 'data'),
  properties: join(dir, 'server.properties'),
  log4j: join(dir, 'log4j2.properties'),
  logFile: join(dir, 'kafka.log'),
  pidFile: join(dir, 'kafka.pid'),
});

/** @throws StackError java_missing, kafka_fetch_failed, kafka_start_failed */
export async function startEmbeddedKafka(options: ServerOptions): Promise<KafkaServer> {
  const { log, fresh } = options;
  const java = (await findJava()) ?? (await fetchJava(log));
  const jars = await ensureKafkaJars(log);
  const dir = fresh ? await mkdtemp(join(tmpdir(), 'flowledger-kafka-')) : options.dir;
  await mkdir(dir, { recursive: true });
  const paths = pathsOf(dir);
  const stale = await stopStale(paths.pidFile, stopSignal);
  if (stale !== undefined)
    log(`stopped the Kafka that an earlier run left behind (process ${stale})`);
  const broker = { dir, fresh, java, jars, archive: openCdsArchive(jars.dir, java) };
  const { child, address } = await startOnFreePorts(broker);
  const server = manageChild(child, {
    name: 'Kafka',
    launch: () => launch(broker),
    stopSignal,
    afterStop: async () => {
      await broker.archive.keep();
      if (fresh) await rm(dir, { recursive: true, force: true });
    },
    logFile: paths.logFile,
    log,
  });
  return Object.assign(server, { kafkaBrokers: `127.0.0.1:${address.clientPort}` });
}

async function startOnFreePorts(broker: Broker): Promise<{ child: Child; address: BrokerAddress }> {
  const { dir } = broker;
  for (let attempt = 1; ; attempt += 1) {
    const ports = await freePorts(2, attempt === 1 ? readSettings(dir)?.ports : []);
    const [clientPort = 0, controllerPort = 0] = ports;
    const address = { clientPort, controllerPort };
    await writeFile(pathsOf(dir).properties, serverProperties(address, pathsOf(dir).data));
    await writeFile(pathsOf(dir).log4j, log4jProperties);
    await format(broker, address);
    try {
      const child = await launch(broker);
      await writeSettings(dir, { ports });
      return { child, address };
    } catch (error) {
      if (!(error instanceof ChildFailed)) throw error;
      if (attempt < startAttempts && isPortCollision(error.logText)) continue;
      const tail = error.logText.slice(-2_000);
      throw new StackError('kafka_start_failed', `Kafka ${error.message}:\n${tail}`, {
        cause: error,
      });
    }
  }
}

/** Writes the cluster's id and features into an empty data directory; a half-finished one is never seen. */
async function format(broker: Broker, address: BrokerAddress): Promise<void> {
  const { data } = pathsOf(broker.dir);
  if (existsSync(data)) return;
  const draft = `${data}.formatting`;
  await rm(draft, { recursive: true, force: true });
  const properties = join(broker.dir, 'format.properties');
  await writeFile(properties, serverProperties(address, draft));
  const clusterId = randomBytes(16).toString('base64url').replace(/^-/, 'A');
  const { code, output } = await runCommand(broker.java.command, [
    '-Xmx128m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    ...broker.archive.useFlags,
    '-cp',
    broker.jars.classPath,
    'kafka.tools.StorageTool',
    'format',
    `--cluster-id=${clusterId}`,
    `--config=${properties}`,
    '--standalone',
  ]);
  if (code !== 0)
    throw new StackError(
      'kafka_start_failed',
      `Kafka could not format ${data}:\n${output.slice(-2_000)}`,
    );
  await rename(draft, data);
}

async function launch(broker: Broker): Promise<Child> {
  const paths = pathsOf(broker.dir);
  return startChild({
    command: broker.java.command,
    args: [
      // Tests pay for start-up time, serving pays for throughput: the first compiler tier alone starts faster.
      ...(broker.fresh ? ['-Xmx256m', '-XX:TieredStopAtLevel=1'] : ['-Xmx512m']),
      '-XX:+UseSerialGC',
      ...broker.archive.brokerFlags,
      `-Dlog4j2.configurationFile=${paths.log4j}`,
      '-cp',
      broker.jars.classPath,
      'kafka.Kafka',
      paths.properties,
    ],
    cwd: broker.dir,
    logFile: paths.logFile,
    pidFile: paths.pidFile,
    readyText: 'Kafka Server started',
    stopSignal,
    removeWithUs: broker.fresh ? broker.dir : undefined,
  });
}
