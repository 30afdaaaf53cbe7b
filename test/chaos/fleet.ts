/**
 * An installation as in production, kept running by a supervisor: three brokers, Postgres, and two
 * processes of each app or three all-in-one processes.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { topics } from '@libs/contracts';
import { createKafkaEventLog } from '@libs/event-log';
import {
  startKafka,
  startPostgres,
  type KafkaServer,
  type PostgresServer,
} from '@libs/local-stack';
import { createApiClient, type ApiClient } from '../support/api-client.js';
import { prepareInstallation } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import {
  freePort,
  startApp,
  stopAllApps,
  temporaryDataDir,
  wrongClock,
  type AppName,
  type RunningApp,
} from '../support/processes.js';
import { randomFrom } from './schedule.js';

export const sessionTimeoutMs = 6_000;
const supervisorPauseMs = 300;

/** A supervised process; after an unexpected end a new process replaces it. */
export interface Member {
  readonly name: AppName;
  readonly url: string;
  /** URL of metrics and readiness with its reasons. */
  readonly opsUrl: string;
  readonly pid: number;
  /** Output of the current process. */
  output(): string;
  kill(downMs: number): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Graceful shutdown, without a restart. */
  remove(): Promise<void>;
}

export interface Fleet {
  /** Each member runs all five apps in one process. */
  readonly together: boolean;
  readonly kafka: KafkaServer;
  readonly postgres: PostgresServer;
  /** Clients of the current members. */
  readonly apis: readonly ApiClient[];
  readonly environment: Readonly<Record<string, string>>;
  /** Ends that were not requested, with the last output lines. */
  readonly unexpectedEnds: readonly string[];
  /** All processes that ever ran. */
  processes(): readonly RunningApp[];
  /** The members that run this app. */
  members(name: AppName): readonly Member[];
  add(name: AppName): Promise<Member>;
  /** Resolves when every member answers readiness with 200. */
  allReady(): Promise<void>;
  stop(): Promise<void>;
}

interface FleetOptions {
  readonly seed: number;
  readonly together: boolean;
  readonly clocksMs: number;
}

interface Shared {
  /** The clock error of the next process, in ms. */
  readonly nextClock: () => number;
  readonly environment: Readonly<Record<string, string>>;
  readonly members: Set<Member>;
  readonly unexpectedEnds: string[];
  readonly started: RunningApp[];
  closing: boolean;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function startMember(shared: Shared, name: AppName): Promise<Member> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const environment = {
    ...shared.environment,
    PORT: String(port),
    FLOWLEDGER_OPS_PORT: String(opsPort),
    ...wrongClock(shared.nextClock()),
  };
  let app: RunningApp;
  let expected = false;
  let removed = false;
  const launch = async (): Promise<void> => {
    const started = await startApp(name, environment, { waitUntilReady: false });
    app = started;
    shared.started.push(started);
    expected = false;
    void started.exited.then(async () => {
      if (expected || removed || shared.closing) return;
      shared.unexpectedEnds.push(`${name}: ${started.output().slice(-6_000)}`);
      await pause(supervisorPauseMs);
      await relaunch();
    });
  };
  const relaunch = async (): Promise<void> => {
    if (!shared.closing) await launch();
  };
  await launch();
  const member: Member = {
    name,
    url: `http://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    get pid() {
      return app.pid;
    },
    output: () => app.output(),
    kill: async (downMs) => {
      expected = true;
      await app.kill('SIGKILL');
      await pause(downMs);
      await relaunch();
    },
    signal: (signal) => void process.kill(app.pid, signal),
    remove: async () => {
      removed = true;
      shared.members.delete(member);
      await app.kill('SIGTERM');
    },
  };
  shared.members.add(member);
  return member;
}

/** Null if the member is ready, otherwise its own explanation. */
async function unreadiness({ url, opsUrl }: Member): Promise<string | null> {
  const answer = await fetch(`${url}/health/ready`).catch(() => null);
  if (answer?.status === 200) return null;
  const reasons = await fetch(`${opsUrl}/health/ready`).catch(() => null);
  return (await reasons?.text()) ?? 'no answer';
}

async function untilReady(member: Member): Promise<void> {
  let last: string | null = null;
  const probe = async (): Promise<boolean> => (last = await unreadiness(member)) === null;
  await eventually('it', probe, { withinMs: 90_000 }).catch((error: unknown) => {
    const said = `${member.name} is not ready: ${String(last)}\n${member.output().slice(-3_000)}`;
    throw new Error(said, { cause: error });
  });
}

/** Uses the brokers' correct clocks for the ledger's record timestamps. */
async function stampByBrokers(kafkaBrokers: string): Promise<void> {
  const log = createKafkaEventLog({ brokers: kafkaBrokers.split(','), clientId: 'chaos' });
  await log.admin.configureTopic(topics.events, { 'message.timestamp.type': 'LogAppendTime' });
  await log.close();
}

export async function startFleet({ seed, together, clocksMs }: FleetOptions): Promise<Fleet> {
  const [kafka, postgres, dataDir] = await Promise.all([
    startKafka({ fresh: true, brokers: 3 }),
    startPostgres({ fresh: true, provider: 'embedded' }),
    temporaryDataDir(),
  ]);
  const environment = {
    KAFKA_BROKERS: kafka.kafkaBrokers,
    DATABASE_URL: postgres.databaseUrl,
    DATA_DIR: dataDir.path,
    EGRESS_ALLOW: '127.0.0.0/8,::1/128',
    FLOWLEDGER_LEDGER_PARTITIONS: '6',
    FLOWLEDGER_REPLICATION_FACTOR: '3',
    FLOWLEDGER_DEMO: 'false',
    FLOWLEDGER_SESSION_TIMEOUT_MS: String(sessionTimeoutMs),
    // With the grace of 5 s, connections to a Postgres frozen for longer than a session are given
    // up.
    FLOWLEDGER_STATEMENT_TIMEOUT_MS: '2000',
    FLOWLEDGER_DELIVERY_TIMEOUT_MS: '3000',
    FLOWLEDGER_DELAY_SCALE: '5',
    LOG_LEVEL: process.env['CHAOS_LOG_LEVEL'] ?? 'warn',
  };
  await prepareInstallation(environment);
  if (clocksMs > 0) await stampByBrokers(kafka.kafkaBrokers);
  const random = randomFrom(seed + 2);
  const shared: Shared = {
    nextClock: () => Math.round((2 * random() - 1) * clocksMs),
    environment,
    members: new Set(),
    unexpectedEnds: [],
    started: [],
    closing: false,
  };
  const names: AppName[] = together
    ? ['standalone', 'standalone', 'standalone']
    : [
        'api',
        'api',
        'runner',
        'runner',
        'relay',
        'relay',
        'projector',
        'projector',
        'delivery',
        'delivery',
      ];
  for (const name of names) await startMember(shared, name);
  const { apiKey } = JSON.parse(await readFile(join(dataDir.path, 'credentials.json'), 'utf8')) as {
    apiKey: string;
  };
  const members = (name: AppName): Member[] =>
    [...shared.members].filter((member) => together || member.name === name);
  const fleet: Fleet = {
    together,
    kafka,
    postgres,
    environment,
    unexpectedEnds: shared.unexpectedEnds,
    processes: () => shared.started,
    get apis() {
      return members('api').map(({ url }) => createApiClient(url, apiKey, { isChecked: false }));
    },
    members,
    add: (name) => startMember(shared, together ? 'standalone' : name),
    allReady: async () => {
      for (const member of shared.members) await untilReady(member);
    },
    stop: async () => {
      shared.closing = true;
      for (const member of shared.members) member.signal('SIGCONT');
      await stopAllApps();
      await kafka.stop();
      await postgres.stop();
      await dataDir.remove();
    },
  };
  await fleet.allReady().catch(async (error: unknown) => {
    await fleet.stop();
    throw error;
  });
  return fleet;
}
