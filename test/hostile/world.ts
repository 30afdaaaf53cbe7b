/**
 * The real service as five watched processes, with a hostile tenant on the free plan and a victim
 * in another account.
 */
import { quotaNames } from '@libs/config';
import { newDataKey } from '@libs/security';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createTenant, type Tenant } from '../../apps/api/src/testing/test-database.js';
import { startCluster, type Cluster } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import type { AppName, RunningApp } from '../support/processes.js';
import { createTestDatabase, type TestDatabase } from '../support/stack.js';
import { nameOf } from './filled-database.js';
import { Machine, readStretches } from './machine.js';
import { readTurnLog, type TurnLog } from './turn-log.js';
import { startControl, watchedBy } from './watched.js';

export const appNames = ['api', 'runner', 'relay', 'projector', 'delivery'] as const;

/**
 * Raises rate limits and quotas: with the plan's own most attacks would be refused without showing
 * anything.
 */
const planLimits = {
  free: {
    ...Object.fromEntries(quotaNames.map((quota) => [quota, 1_000_000])),
    logsPerMinute: 100_000,
    syncExecutionsPerMinute: 100_000,
    asyncExecutionsPerMinute: 100_000,
    triggerCallsPerMinute: 100_000,
    triggerCallsPerAddressPerMinute: 100_000,
    triggerBodyBytes: 10 * 1024 * 1024,
    requestBytesPerMinute: null,
    storedBytes: null,
    usageLimitUsd: 1_000_000,
  },
};
const syncTimeoutMs = 20_000;

export interface ProcessEnd {
  readonly app: AppName;
  readonly at: number;
  readonly output: string;
}

export interface World {
  readonly baseUrl: string;
  /** A server outside, which `api` blocks may call. */
  readonly sinkUrl: string;
  readonly hostile: Tenant;
  readonly victim: Tenant;
  readonly pool: pg.Pool;
  /** Unexpected process ends. */
  readonly ends: readonly ProcessEnd[];
  urlOf(name: AppName): string | undefined;
  /** Whether a process of this app was ready at that time: earlier turns belong to its boot. */
  served(name: AppName, atMs: number): boolean;
  turnsOf(name: AppName | 'control'): Promise<TurnLog>;
  machine(): Promise<Machine>;
  /**
   * Kills every process and starts all five again.
   * @returns whether all of them became ready
   */
  restart(): Promise<boolean>;
  stop(): Promise<void>;
}

interface Watching {
  readonly dir: string;
  readonly ends: ProcessEnd[];
  readonly lives: { readonly name: AppName; readonly readyAt: number; endedAt: number }[];
  readonly expected: Set<RunningApp>;
  isClosing: boolean;
}

function watchEnd(watching: Watching, app: RunningApp): void {
  const life = { name: app.name, readyAt: Date.now(), endedAt: Infinity };
  watching.lives.push(life);
  void app.exited.then(() => {
    life.endedAt = Date.now();
    if (watching.isClosing || watching.expected.has(app)) return;
    watching.ends.push({ app: app.name, at: Date.now(), output: app.output().slice(-3_000) });
  });
}

async function restart(cluster: Cluster, watching: Watching): Promise<boolean> {
  await Promise.all(
    [...cluster.apps.values()].map(async (app) => {
      watching.expected.add(app);
      await app.kill('SIGKILL');
    }),
  );
  const started = await Promise.allSettled(
    appNames.map(async (name) => watchEnd(watching, await cluster.start(name))),
  );
  started.forEach((one, index) => {
    const app = appNames[index];
    if (one.status === 'rejected' && app !== undefined)
      watching.ends.push({ app, at: Date.now(), output: String(one.reason).slice(-3_000) });
  });
  return started.every(({ status }) => status === 'fulfilled');
}

/** @param template a database to clone */
export async function startWorld(template: TestDatabase, sinkUrl: string): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'hostile-'));
  const fileOf = (name: string): string => join(dir, `${name}.jsonl`);
  const masterKey = newDataKey();
  const cluster = await startCluster(
    appNames,
    {
      MASTER_KEY: masterKey.toString('base64'),
      FLOWLEDGER_PLAN_LIMITS: JSON.stringify(planLimits),
      FLOWLEDGER_SYNC_TIMEOUT_MS: String(syncTimeoutMs),
      FLOWLEDGER_WRONG_KEYS_PER_MINUTE: '1000000',
    },
    {
      createDatabase: () => createTestDatabase(nameOf(template), 'file_copy'),
      environmentOf: (name) => (name === 'standalone' ? {} : watchedBy(fileOf(name))),
    },
  );
  const control = startControl(fileOf('control'), fileOf('stretch'));
  const watching: Watching = {
    dir,
    ends: [],
    lives: [],
    expected: new Set(),
    isClosing: false,
  };
  for (const app of cluster.apps.values()) watchEnd(watching, app);
  const pool = new pg.Pool({ connectionString: cluster.database.url, max: 3 });
  pool.on('error', () => undefined);
  const tenantOf = (plan: 'free' | 'enterprise'): Promise<Tenant> =>
    createTenant({ database: { pool } as never, masterKey }, { plan });
  const [hostile, victim] = [await tenantOf('free'), await tenantOf('enterprise')];
  await eventually('the control is watched', async () =>
    readFile(fileOf('control')).catch(() => null),
  );
  return {
    baseUrl: cluster.api.baseUrl,
    sinkUrl,
    hostile,
    victim,
    pool,
    ends: watching.ends,
    urlOf: (name) => cluster.apps.get(name)?.url,
    served: (name, atMs) =>
      watching.lives.some(
        (life) => life.name === name && life.readyAt <= atMs && atMs < life.endedAt,
      ),
    turnsOf: (name) => readTurnLog(fileOf(name)),
    machine: async () =>
      new Machine(
        (await readTurnLog(fileOf('control'))).turns,
        await readStretches(fileOf('stretch')),
      ),
    restart: () => restart(cluster, watching),
    stop: async () => {
      watching.isClosing = true;
      control.stop();
      await pool.end();
      await Promise.all([...cluster.apps.values()].map((app) => app.kill('SIGKILL')));
      await cluster.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
