/**
 * A whole installation for one test file: own broker, own database, the five apps as five
 * processes.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KafkaServer } from '@libs/local-stack';
import { createApiClient, type ApiClient } from './api-client.js';
import { createMigratedDatabase } from './migrated-database.js';
import {
  freePort,
  startApp,
  stopAllApps,
  temporaryDataDir,
  type AppName,
  type RunningApp,
} from './processes.js';
import { startFreshKafka, type TestDatabase } from './stack.js';

export interface Cluster {
  readonly api: ApiClient;
  readonly apiKey: string;
  readonly workspaceId: string;
  readonly kafka: KafkaServer;
  readonly database: TestDatabase;
  readonly apps: Map<AppName, RunningApp>;
  readonly environment: Readonly<Record<string, string>>;
  start(name: AppName): Promise<RunningApp>;
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** Default: a new plaintext broker. */
  readonly startKafka?: () => Promise<KafkaServer>;
  /** Default: a migrated database, in which the migrate step finds nothing to do. */
  readonly createDatabase?: () => Promise<TestDatabase>;
  /** Extra environment variables of one process; `standalone` is the migrate step. */
  readonly environmentOf?: (name: AppName, kafka: KafkaServer) => Readonly<Record<string, string>>;
}

/** @param names which apps to start; the data directory and its master key are shared */
export async function startCluster(
  names: readonly AppName[] = ['api', 'runner', 'relay', 'projector', 'delivery'],
  more: Readonly<Record<string, string>> = {},
  {
    startKafka = startFreshKafka,
    createDatabase = createMigratedDatabase,
    environmentOf = () => ({}),
  }: ClusterOptions = {},
): Promise<Cluster> {
  const [kafka, database, dataDir, port] = await Promise.all([
    startKafka(),
    createDatabase(),
    temporaryDataDir(),
    freePort(),
  ]);
  const environment = {
    KAFKA_BROKERS: kafka.kafkaBrokers,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir.path,
    EGRESS_ALLOW: '127.0.0.0/8,::1/128',
    FLOWLEDGER_LEDGER_PARTITIONS: '4',
    ...more,
  };
  const apps = new Map<AppName, RunningApp>();
  const apiEnvironment = { ...environment, PORT: String(port) };
  await prepareInstallation({ ...apiEnvironment, ...environmentOf('standalone', kafka) });
  const start = async (name: AppName): Promise<RunningApp> => {
    const app = await startApp(name, {
      ...(name === 'api' ? apiEnvironment : environment),
      ...environmentOf(name, kafka),
    });
    apps.set(name, app);
    return app;
  };
  await Promise.all(names.map(start));
  const credentials = JSON.parse(
    await readFile(join(dataDir.path, 'credentials.json'), 'utf8'),
  ) as {
    apiKey: string;
    workspaceId: string;
  };
  return {
    ...credentials,
    api: createApiClient(`http://127.0.0.1:${port}`, credentials.apiKey),
    kafka,
    database,
    apps,
    environment,
    start,
    stop: async () => {
      // Their state is thrown away, so they need not leave their groups first.
      await stopAllApps('SIGKILL');
      await Promise.all([kafka.stop(), database.drop(), dataDir.remove()]);
    },
  };
}

/** Creates schema, topics and default workspace, as a deployment does before its first start. */
export async function prepareInstallation(
  environment: Readonly<Record<string, string>>,
  directory?: string,
): Promise<void> {
  const app = await startApp('standalone', environment, {
    entry: 'migrate.js',
    waitUntilReady: false,
    ...(directory !== undefined && { directory }),
  });
  await app.exited;
  if (!app.output().includes('in place')) throw new Error(`preparing failed:\n${app.output()}`);
}
