/** A single-node broker in a container. We choose the host port, as the broker advertises it. */
import { createHash } from 'node:crypto';
import { makeServerDirectory } from './data-directory.js';
import {
  containerHost,
  kafkaImage,
  manageContainer,
  publishing,
  removeLeftovers,
  testcontainers,
} from './docker-engine.js';
import { asContainerEnvironment, singleNodeSettings } from './kafka-settings.js';
import type { KafkaServer, ServerOptions } from './managed-server.js';
import { readSettings, writeSettings } from './server-settings.js';
import { freePorts } from './tcp-ports.js';

const readyText = 'Kafka Server started';
const containerPort = 9092;
const startAttempts = 3;

/** @throws Docker's error, when the container can't be started */
export async function startDockerKafka(options: ServerOptions): Promise<KafkaServer> {
  await removeLeftovers(options.log);
  if (!options.fresh) await makeServerDirectory(options.dir);
  for (let attempt = 1; ; attempt += 1) {
    const wanted = options.fresh || attempt > 1 ? [] : readSettings(options.dir)?.ports;
    const [port = 0] = await freePorts(1, wanted);
    try {
      const server = await run(options, port);
      if (!options.fresh) await writeSettings(options.dir, { ports: [port] });
      return server;
    } catch (error) {
      if (
        attempt === startAttempts ||
        !/port is already allocated|address already in use/i.test(String(error))
      )
        throw error;
    }
  }
}

async function run(options: ServerOptions, port: number): Promise<KafkaServer> {
  const { Wait } = await testcontainers();
  const address = `${await containerHost()}:${port}`;
  const container = (await publishing(kafkaImage, { container: containerPort, host: port }))
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: `PLAINTEXT://0.0.0.0:${containerPort},BROKER://localhost:9093,CONTROLLER://localhost:9094`,
      // The broker connects to itself to end transactions. The host's address does not exist there:
      // no transaction would end, and read_committed readers would stall.
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${address},BROKER://localhost:9093`,
      KAFKA_INTER_BROKER_LISTENER_NAME: 'BROKER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP:
        'PLAINTEXT:PLAINTEXT,BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9094',
      KAFKA_LOG_DIRS: '/var/lib/kafka/data',
      ...asContainerEnvironment(singleNodeSettings),
    })
    .withWaitStrategy(Wait.forLogMessage(readyText))
    .withStartupTimeout(120_000);
  if (!options.fresh) {
    container.withBindMounts([{ source: volumeName(options.dir), target: '/var/lib/kafka/data' }]);
  }
  const server = await manageContainer(await container.start(), {
    ...options,
    name: 'Kafka',
    readyText,
  });
  return Object.assign(server, { kafkaBrokers: address, nodes: [server] });
}

/** One volume for each data directory. */
export function volumeName(dir: string): string {
  return `flowledger-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`;
}
