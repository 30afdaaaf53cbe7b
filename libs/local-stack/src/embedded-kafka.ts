/** A single broker, or a cluster of three, as our child processes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCdsArchive, openCdsArchive } from './cds-archive.js';
import { ChildFailed, stopChild, stopStale, type Child } from './child-server.js';
import { makeServerDirectory } from './data-directory.js';
import { manageChild } from './managed-child.js';
import { fetchJava, findJava } from './java.js';
import { ensureKafkaJars } from './kafka-jars.js';
import {
  launchNode,
  pathsOf,
  prepareNode,
  stopSignal,
  type ClusterIdentity,
  type KafkaNode,
} from './kafka-node.js';
import type { KafkaServer, Log, ManagedServer, ServerOptions } from './managed-server.js';
import { readSettings, writeSettings } from './server-settings.js';
import { StackError } from './stack.errors.js';
import { freePorts, isPortCollision } from './tcp-ports.js';

const startAttempts = 3;

interface Launched {
  readonly node: KafkaNode;
  readonly child: Child;
}

interface Cluster {
  readonly dir: string;
  readonly nodes: readonly KafkaNode[];
}

/** @throws StackError java_missing, kafka_fetch_failed, kafka_start_failed */
export async function startEmbeddedKafka(
  options: ServerOptions,
  brokers: 1 | 3 = 1,
): Promise<KafkaServer> {
  const { log, fresh } = options;
  const cluster = await layOut(options, brokers);
  const { children, identity } = await startOnFreePorts(cluster);
  const nodes = children.map(({ node, child }) =>
    manageChild(child, {
      name: brokers === 1 ? 'Kafka' : `Kafka broker ${node.nodeId}`,
      launch: () => launchNode(node),
      stopSignal,
      afterStop: async () => {
        await node.archive.keep();
        if (fresh) await rm(node.dir, { recursive: true, force: true });
      },
      logFile: pathsOf(node.dir).logFile,
      log,
      keepRunning: options.keepRunning,
    }),
  );
  const listOf = (ports: readonly number[]): string =>
    ports.map((port) => `127.0.0.1:${port}`).join(',');
  const kafkaBrokers = listOf(identity.addresses.map(({ clientPort }) => clientPort));
  const securedPorts = identity.addresses.flatMap(({ securedPort }) => securedPort ?? []);
  const secured = securedPorts.length > 0 && { securedBrokers: listOf(securedPorts) };
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined)
    return Object.assign(only, { kafkaBrokers, nodes: [only], ...secured });
  const removeAll = () => rm(cluster.dir, { recursive: true, force: true });
  return { ...asOneServer(nodes, kafkaBrokers, removeAll), ...secured };
}

/**
 * For a run with many brokers: starts and ends one, if the archive of classes is missing. Without
 * it each of them takes twice the time, until the first has ended.
 */
export async function writeCdsArchive(options: ServerOptions): Promise<void> {
  const { java, jars } = await ensureTools(options.log);
  if (hasCdsArchive(jars.dir, java)) return;
  const broker = await startEmbeddedKafka({ ...options, fresh: true });
  await broker.stop();
}

async function ensureTools(log: Log): Promise<Pick<KafkaNode, 'java' | 'jars'>> {
  const java = (await findJava()) ?? (await fetchJava(log));
  return { java, jars: await ensureKafkaJars(log) };
}

async function layOut(options: ServerOptions, brokers: number): Promise<Cluster> {
  const { log, fresh } = options;
  const { java, jars } = await ensureTools(log);
  const dir = fresh ? await mkdtemp(join(tmpdir(), 'flowledger-kafka-')) : options.dir;
  const nodes: KafkaNode[] = [];
  for (let nodeId = 1; nodeId <= brokers; nodeId += 1) {
    const ownDir = brokers === 1 ? dir : join(dir, `broker-${nodeId}`);
    await makeServerDirectory(ownDir);
    const stale = await stopStale(pathsOf(ownDir).pidFile, stopSignal);
    if (stale !== undefined)
      log(`stopped the Kafka that an earlier run left behind (process ${stale})`);
    nodes.push({
      nodeId,
      dir: ownDir,
      fresh,
      java,
      jars,
      archive: openCdsArchive(jars.dir, java),
      security: options.security,
    });
  }
  return { dir, nodes };
}

const randomId = (): string => randomBytes(16).toString('base64url').replace(/^-/, 'A');

async function startOnFreePorts(
  cluster: Cluster,
): Promise<{ children: Launched[]; identity: ClusterIdentity }> {
  const { dir, nodes } = cluster;
  for (let attempt = 1; ; attempt += 1) {
    const wanted = attempt === 1 ? readSettings(dir)?.ports : [];
    const secured = nodes.some(({ security }) => security !== undefined);
    const each = secured ? 3 : 2;
    const ports = await freePorts(each * nodes.length, wanted);
    const identity: ClusterIdentity = {
      clusterId: randomId(),
      directoryIds: nodes.map(randomId),
      addresses: nodes.map((_, index) => ({
        clientPort: ports[each * index] ?? 0,
        controllerPort: ports[each * index + 1] ?? 0,
        ...(secured && { securedPort: ports[each * index + 2] ?? 0 }),
      })),
    };
    try {
      const children = await launchAll(nodes, identity);
      await writeSettings(dir, { ports });
      return { children, identity };
    } catch (error) {
      if (!(error instanceof ChildFailed)) throw error;
      if (attempt < startAttempts && isPortCollision(error.logText)) {
        // Formatting stores each node's ports in the other nodes' data, so all are formatted again.
        if (nodes.length > 1) await Promise.all(nodes.map(forget));
        continue;
      }
      const tail = error.logText.slice(-2_000);
      throw new StackError('kafka_start_failed', `Kafka ${error.message}:\n${tail}`, {
        cause: error,
      });
    }
  }
}

const forget = (node: KafkaNode): Promise<void> =>
  rm(pathsOf(node.dir).data, { recursive: true, force: true });

/** All or none: they become ready only together. */
async function launchAll(
  nodes: readonly KafkaNode[],
  identity: ClusterIdentity,
): Promise<Launched[]> {
  await Promise.all(nodes.map((node) => prepareNode(node, identity)));
  const launched = await Promise.allSettled(
    nodes.map(async (node) => ({ node, child: await launchNode(node) })),
  );
  const children = launched.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  const failure = launched.find((result) => result.status === 'rejected');
  if (failure === undefined) return children;
  await Promise.all(children.map(({ child }) => stopChild(child, 'SIGKILL')));
  throw failure.reason;
}

function asOneServer(
  nodes: readonly ManagedServer[],
  kafkaBrokers: string,
  afterStop: () => Promise<void>,
): KafkaServer {
  const all = async (act: (node: ManagedServer) => Promise<void>): Promise<void> => {
    await Promise.all(nodes.map(act));
  };
  return {
    pid: undefined,
    nodes,
    kafkaBrokers,
    kill: (signal) => all((node) => node.kill(signal)),
    start: () => all((node) => node.start()),
    suspend: () => all((node) => node.suspend()),
    resume: () => all((node) => node.resume()),
    stop: async () => {
      await all((node) => node.stop());
      await afterStop();
    },
  };
}
