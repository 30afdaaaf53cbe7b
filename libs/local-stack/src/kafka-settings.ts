/**
 * The broker's settings. Each deviation from Kafka's defaults has its measured reason beside it.
 */

import { securedListener } from './kafka-security.js';

export interface BrokerAddress {
  readonly clientPort: number;
  readonly controllerPort: number;
  /** Port of the guarded listener, if there is one. */
  readonly securedPort?: number;
}

/** Largest record that we may write: a block's output is limited to 10 MB, plus its envelope. */
const largestRecordBytes = 16 * 1024 * 1024;

/**
 * @param nodes all nodes of the cluster, in order of their ids, which begin at 1
 * @param more further settings of this node only
 * @returns the text of server.properties for one node that is broker and controller
 */
export function serverProperties(
  nodes: readonly BrokerAddress[],
  nodeId: number,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const address = nodes[nodeId - 1] ?? { clientPort: 0, controllerPort: 0 };
  const { controllerPort, securedPort } = address;
  const forClients = [
    `PLAINTEXT://127.0.0.1:${address.clientPort}`,
    ...(securedPort === undefined ? [] : [`${securedListener}://127.0.0.1:${securedPort}`]),
  ];
  return properties({
    'process.roles': 'broker,controller',
    'node.id': nodeId,
    // Dynamic quorum: the static form leaves transaction.version and group.version at 0.
    'controller.quorum.bootstrap.servers': nodes
      .map((node) => `127.0.0.1:${node.controllerPort}`)
      .join(','),
    listeners: [...forClients, `CONTROLLER://127.0.0.1:${controllerPort}`].join(','),
    'advertised.listeners': forClients.join(','),
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': `PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,${securedListener}:${securedListener}`,
    'log.dirs': dataDir,
    ...singleNodeSettings,
    ...(nodes.length > 1 && replicatedSettings),
    'num.network.threads': 2,
    'num.io.threads': 4,
    ...more,
  });
}

/** Settings of every single broker; a container gets them as KAFKA_… variables. */
export const singleNodeSettings: Readonly<Record<string, string | number | boolean>> = {
  'offsets.topic.replication.factor': 1,
  // The default of 50 means a slow first start and hundreds of open files.
  'offsets.topic.num.partitions': 8,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,
  'transaction.state.log.num.partitions': 8,
  'share.coordinator.state.topic.replication.factor': 1,
  'share.coordinator.state.topic.min.isr': 1,
  // The default is 3 s, which every first member of every group pays.
  'group.initial.rebalance.delay.ms': 0,
  // We create topics with their partitions; a mistyped name must not create one.
  'auto.create.topics.enable': false,
  // After a SIGKILL the broker waits until its former registration is fenced: 12 s with the
  // default, 3 s with these.
  'broker.session.timeout.ms': 2000,
  'broker.heartbeat.interval.ms': 500,
  'message.max.bytes': largestRecordBytes,
  'replica.fetch.max.bytes': largestRecordBytes,
};

/** As in production: every record on three machines, acknowledged when two have it. */
const replicatedSettings: Readonly<Record<string, string | number | boolean>> = {
  'default.replication.factor': 3,
  'min.insync.replicas': 2,
  'offsets.topic.replication.factor': 3,
  'transaction.state.log.replication.factor': 3,
  'transaction.state.log.min.isr': 2,
  'share.coordinator.state.topic.replication.factor': 3,
  'share.coordinator.state.topic.min.isr': 2,
};

/** `log.dirs` → `KAFKA_LOG_DIRS`: the form that the official image reads. */
export function asContainerEnvironment(
  settings: Readonly<Record<string, string | number | boolean>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `KAFKA_${name.replaceAll('.', '_').toUpperCase()}`,
      String(value),
    ]),
  );
}

export const log4jProperties = properties({
  'rootLogger.level': 'INFO',
  'rootLogger.appenderRef.c.ref': 'C',
  'appender.c.type': 'Console',
  'appender.c.name': 'C',
  'appender.c.layout.type': 'PatternLayout',
  'appender.c.layout.pattern': '[%d] %p %m (%c)%n',
});

function properties(entries: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(entries)
    .map(([name, value]) => `${name}=${escaped(String(value))}\n`)
    .join('');
}

/** As java.util.Properties reads it: Latin-1, with all other characters escaped by code. */
function escaped(value: string): string {
  return value.replaceAll(
    /[\\\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
