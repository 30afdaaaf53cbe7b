/** One KRaft node (broker and controller). Data in `<dir>/data`, output in `<dir>/kafka.log`. */
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CdsArchive } from './cds-archive.js';
import { startChild, type Child } from './child-server.js';
import { javaEnvironment, type Java } from './java.js';
import type { KafkaJars } from './kafka-jars.js';
import { log4jProperties, serverProperties, type BrokerAddress } from './kafka-settings.js';
import {
  scramArguments,
  securityProperties,
  writeStores,
  type BrokerSecurity,
} from './kafka-security.js';
import { runCommand } from './run-command.js';
import { StackError } from './stack.errors.js';

export const stopSignal = 'SIGTERM';

export interface KafkaNode {
  /** Begins at 1. */
  readonly nodeId: number;
  readonly dir: string;
  readonly fresh: boolean;
  readonly java: Java;
  readonly jars: KafkaJars;
  readonly archive: CdsArchive;
  readonly security?: BrokerSecurity | undefined;
}

export const pathsOf = (dir: string) => ({
  data: join(dir, 'data'),
  properties: join(dir, 'server.properties'),
  log4j: join(dir, 'log4j2.properties'),
  logFile: join(dir, 'kafka.log'),
  pidFile: join(dir, 'kafka.pid'),
});

/** Settings that all nodes of a cluster must share. */
export interface ClusterIdentity {
  readonly clusterId: string;
  /** In order of node ids. */
  readonly addresses: readonly BrokerAddress[];
  /** Random, one per node; needed only when there are several. */
  readonly directoryIds: readonly string[];
}

/** Writes the node's settings and, into an empty data directory, the cluster's id and features. */
export async function prepareNode(node: KafkaNode, identity: ClusterIdentity): Promise<void> {
  const { properties, log4j, data } = pathsOf(node.dir);
  await writeFile(properties, serverProperties(identity.addresses, node.nodeId, data, extra(node)));
  await writeFile(log4j, log4jProperties);
  if (node.security !== undefined) await writeStores(node.dir, node.security);
  // Formatted under another name, then renamed: a half-finished directory is never used.
  if (!existsSync(data)) await format(node, identity);
}

const extra = (node: KafkaNode): Readonly<Record<string, string>> =>
  node.security === undefined ? {} : securityProperties(node.dir);

async function format(node: KafkaNode, identity: ClusterIdentity): Promise<void> {
  const { data } = pathsOf(node.dir);
  const draft = `${data}.formatting`;
  await rm(draft, { recursive: true, force: true });
  const properties = join(node.dir, 'format.properties');
  await writeFile(
    properties,
    serverProperties(identity.addresses, node.nodeId, draft, extra(node)),
  );
  const args = [
    '-Xmx128m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    ...node.archive.useFlags,
    '-cp',
    node.jars.classPath,
    'kafka.tools.StorageTool',
    'format',
    `--cluster-id=${identity.clusterId}`,
    `--config=${properties}`,
    ...firstControllers(identity),
    ...(node.security === undefined ? [] : scramArguments(node.security)),
  ];
  const { code, output } = await runCommand(node.java.command, args, { env: javaEnvironment() });
  if (code !== 0)
    throw new StackError(
      'kafka_start_failed',
      `Kafka could not format ${data}:\n${output.slice(-2_000)}`,
    );
  await rename(draft, data);
}

function firstControllers({ addresses, directoryIds }: ClusterIdentity): string[] {
  if (addresses.length === 1) return ['--standalone'];
  const controllers = addresses.map(
    ({ controllerPort }, index) =>
      `${index + 1}@127.0.0.1:${controllerPort}:${directoryIds[index] ?? ''}`,
  );
  return [`--initial-controllers=${controllers.join(',')}`];
}

/** @throws ChildFailed */
export async function launchNode(node: KafkaNode): Promise<Child> {
  const paths = pathsOf(node.dir);
  return startChild({
    command: node.java.command,
    args: [
      // Tests pay for start-up time, serving pays for throughput: the first compiler tier alone
      // starts faster.
      ...(node.fresh ? ['-Xmx256m', '-XX:TieredStopAtLevel=1'] : ['-Xmx512m']),
      '-XX:+UseSerialGC',
      ...node.archive.brokerFlags,
      `-Dlog4j2.configurationFile=${paths.log4j}`,
      '-cp',
      node.jars.classPath,
      'kafka.Kafka',
      paths.properties,
    ],
    cwd: node.dir,
    env: javaEnvironment(),
    logFile: paths.logFile,
    pidFile: paths.pidFile,
    readyText: 'Kafka Server started',
    stopSignal,
    removeWithUs: node.fresh ? node.dir : undefined,
  });
}
