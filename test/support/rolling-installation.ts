/**
 * An installation whose apps are replaced one by one with another build, over one Kafka and one
 * Postgres.
 */
import { expect } from '@jest/globals';
import { createKafkaEventLog } from '@libs/event-log';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLedger } from '../chaos/ledger.js';
import { createApiClient, type ApiClient } from './api-client.js';
import { prepareInstallation } from './cluster.js';
import { startCountingStub, type CountingStub } from './counting-stub.js';
import { eventually } from './eventually.js';
import {
  freePort,
  startApp,
  stopAllApps,
  temporaryDataDir,
  type AppName,
  type RunningApp,
} from './processes.js';
import { inThisForm, type Build } from './other-builds.js';
import { createTestDatabase, startFreshKafka } from './stack.js';

export interface RollingInstallation {
  readonly environment: Readonly<Record<string, string>>;
  readonly api: ApiClient;
  readonly stub: CountingStub;
  /** Runs the migrate step of a build; null: this checkout's. */
  migrate(build: Build | null): Promise<void>;
  start(
    name: AppName,
    build: Build | null,
    options?: { readonly waitUntilReady: boolean },
  ): Promise<RunningApp>;
  stop(): Promise<void>;
}

/** @param first the build whose migrate step prepares the installation */
export async function startRollingInstallation(first: Build | null): Promise<RollingInstallation> {
  const [kafka, database, dataDir, port, stub] = await Promise.all([
    startFreshKafka(),
    createTestDatabase(),
    temporaryDataDir(),
    freePort(),
    startCountingStub(),
  ]);
  const environment = {
    KAFKA_BROKERS: kafka.kafkaBrokers,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir.path,
    EGRESS_ALLOW: '127.0.0.0/8,::1/128',
    FLOWLEDGER_LEDGER_PARTITIONS: '4',
    FLOWLEDGER_SESSION_TIMEOUT_MS: '6000',
  };
  const ofApi = { ...environment, PORT: String(port) };
  const migrate = (build: Build | null): Promise<void> =>
    prepareInstallation(ofApi, build?.directory);
  await migrate(first);
  const { apiKey } = JSON.parse(await readFile(join(dataDir.path, 'credentials.json'), 'utf8')) as {
    apiKey: string;
  };
  return {
    environment,
    stub,
    migrate,
    api: createApiClient(`http://127.0.0.1:${port}`, apiKey, { isChecked: false }),
    start: (name, build, options) =>
      startApp(name, name === 'api' ? ofApi : environment, {
        ...options,
        ...(build !== null && { directory: build.directory }),
      }),
    stop: async () => {
      await stopAllApps('SIGKILL');
      await Promise.all([kafka.stop(), database.drop(), dataDir.remove(), stub.close()]);
    },
  };
}

/**
 * Exactly these executions exist, each with one start, one end, one public completion, and no
 * duplicate result.
 */
export async function expectEachOnce(
  { environment }: RollingInstallation,
  executionIds: readonly string[],
): Promise<void> {
  const brokers = environment['KAFKA_BROKERS']?.split(',') ?? [];
  const log = createKafkaEventLog({ brokers, clientId: 'accounting' });
  try {
    const ledger = await eventually(
      'every execution has its completion',
      async () => {
        const contents = await readLedger(log, inThisForm);
        return contents.completions.length >= executionIds.length ? contents : null;
      },
      { withinMs: 120_000 },
    );
    expect([...ledger.completions].sort()).toEqual([...executionIds].sort());
    expect(ledger.poison).toBe(0);
    for (const [executionId, events] of ledger.events) {
      const of = (type: string): number => events.filter(({ event }) => event.type === type).length;
      expect([executionId, of('ExecutionStarted'), of('ExecutionCompleted')]).toEqual([
        executionId,
        1,
        1,
      ]);
      const results = events.flatMap(({ event }) =>
        event.type === 'BlockCompleted' ? [`${event.data.blockId}${event.data.iteration}`] : [],
      );
      expect(new Set(results).size).toBe(results.length);
    }
  } finally {
    await log.close();
  }
}
