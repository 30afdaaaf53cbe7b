/**
 * A rolling upgrade from the newest release to this checkout, with executions in flight and parked: readers first, then the
 * runners one by one, then the api, as docs/operations/deploying.md says. Where the checkout has no git history, the older side is this one as
 * well, so that it is a rolling restart. `RECORD_HISTORIES=<release>` keeps what stands in the ledger at the end.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKafkaEventLog } from '@libs/event-log';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLedger } from './chaos/ledger.js';
import { recordHistories } from './histories/record.js';
import {
  answerScenarios,
  answerWaits,
  beginScenarios,
  callsOf,
  deployScenarios,
  reaches,
  scenarios,
} from './histories/scenarios.js';
import { createApiClient, type ApiClient } from './support/api-client.js';
import { prepareInstallation } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import {
  freePort,
  startApp,
  stopAllApps,
  temporaryDataDir,
  type AppName,
  type RunningApp,
} from './support/processes.js';
import { buildRelease, latestRelease, type ReleasedBuild } from './support/released-build.js';
import { createTestDatabase, startFreshKafka } from './support/stack.js';

const recording = process.env['RECORD_HISTORIES'];
const commit = recording === undefined ? latestRelease() : null;
const patient = { withinMs: 120_000 };

const undo: (() => unknown)[] = [];
let old: ReleasedBuild | null = null;
let environment: Readonly<Record<string, string>>;
let stub: CountingStub;
let api: ApiClient;
let apiPort: string;

/** Undefined directory: this checkout. */
const start = (name: AppName, directory: string | undefined): Promise<RunningApp> =>
  startApp(
    name,
    name === 'api' ? { ...environment, PORT: apiPort } : environment,
    directory === undefined ? {} : { directory },
  );

beforeAll(async () => {
  if (commit !== null) {
    old = buildRelease(commit);
    undo.push(() => old?.remove());
  }
  const [kafka, database, dataDir, port] = await Promise.all([
    startFreshKafka(),
    createTestDatabase(),
    temporaryDataDir(),
    freePort(),
  ]);
  undo.push(
    () => dataDir.remove(),
    () => database.drop(),
    () => kafka.stop(),
  );
  stub = await startCountingStub();
  undo.push(() => stub.close());
  apiPort = String(port);
  environment = {
    KAFKA_BROKERS: kafka.kafkaBrokers,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir.path,
    EGRESS_ALLOW: '127.0.0.0/8,::1/128',
    FLOWLEDGER_LEDGER_PARTITIONS: '4',
    FLOWLEDGER_SESSION_TIMEOUT_MS: '6000',
  };
  await prepareInstallation({ ...environment, PORT: apiPort }, old?.directory);
  const { apiKey } = JSON.parse(await readFile(join(dataDir.path, 'credentials.json'), 'utf8')) as {
    apiKey: string;
  };
  api = createApiClient(`http://127.0.0.1:${apiPort}`, apiKey);
}, 300_000);

afterAll(async () => {
  await stopAllApps();
  for (const step of undo.reverse()) await step();
}, 120_000);

describe(`an upgrade from ${commit ?? 'this checkout'}`, () => {
  it('loses and repeats nothing of what is in flight or parked, and goes on with new work meanwhile', async () => {
    const answers = answerScenarios(stub);
    answers.hold();
    const readers = ['projector', 'relay', 'delivery'] as const;
    const before = new Map<AppName, RunningApp>();
    for (const name of readers) before.set(name, await start(name, old?.directory));
    const oldApi = await start('api', old?.directory);
    const runners = [await start('runner', old?.directory), await start('runner', old?.directory)];
    await deployScenarios({ api }, stub);
    const begun = await beginScenarios({ api });
    for (const name of ['approval', 'cancelled'])
      await reaches({ api }, begun.get(name) ?? '', 'paused');
    await eventually(
      'a call is in flight',
      () => callsOf(stub, begun.get('held') ?? '', 'one').length > 0,
      patient,
    );

    await prepareInstallation({ ...environment, PORT: apiPort });
    for (const name of readers) {
      await before.get(name)?.kill('SIGTERM');
      await start(name, undefined);
    }
    await runners[0]?.kill('SIGTERM');
    await start('runner', undefined);
    const meanwhile = await beginScenarios({ api });
    await runners[1]?.kill('SIGTERM');
    await start('runner', undefined);
    await oldApi.kill('SIGTERM');
    await start('api', undefined);
    answers.release();

    for (const executions of [begun, meanwhile]) {
      await answerWaits({ api }, stub, executions);
      for (const { name, ends } of scenarios)
        await reaches({ api }, executions.get(name) ?? '', ends);
    }
    await checkLedger([...begun.values(), ...meanwhile.values()]);
    if (recording !== undefined) await recordHistories(recording, environment, begun, stub.url);
  }, 600_000);
});

async function checkLedger(executionIds: readonly string[]): Promise<void> {
  const brokers = environment['KAFKA_BROKERS']?.split(',') ?? [];
  const log = createKafkaEventLog({ brokers, clientId: 'upgrade' });
  try {
    const ledger = await eventually(
      'every execution has its completion',
      async () => {
        const contents = await readLedger(log);
        return contents.completions.length === executionIds.length ? contents : null;
      },
      patient,
    );
    expect([...ledger.completions].sort()).toEqual([...executionIds].sort());
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
