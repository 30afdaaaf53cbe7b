/**
 * A flood of anonymous calls on one trigger, seen by its owner, by another account and by the disk.
 * `FLOOD_SECONDS=60 npm test -- --only=e2e anonymous-flood` is the long form. It compares the 99th
 * percentile of the neighbour's answers; the short form has too few of them and compares the
 * median. Both leave out the machine's own delays, which a control process measures.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rateWindowEndOf } from '@libs/persistence';
import { newDataKey } from '@libs/security';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createTenant, type Tenant } from '../apps/api/src/testing/test-database.js';
import { Machine, readStretches } from './hostile/machine.js';
import { readTurnLog } from './hostile/turn-log.js';
import { type Control, startControl } from './hostile/watched.js';
import { createApiClient, type Answer } from './support/api-client.js';
import { startCluster, type Cluster } from './support/cluster.js';
import { eventually } from './support/eventually.js';

const run = promisify(execFile);
const seconds = Number(process.env['FLOOD_SECONDS'] ?? 8);
const comparedShare = seconds >= 60 ? 0.99 : 0.5;
const bodyBytes = 100_000;
const connections = 6;
const mebibyte = 1024 ** 2;

const perMinute = 300;
const keyedPercent = 20;
/** More than the flooded account's bytes of two windows leave in the ledger. */
const storedLimit = 100 * mebibyte;
const free = {
  ...{ syncExecutionsPerMinute: perMinute, asyncExecutionsPerMinute: perMinute },
  ...{ keyedPercent, logsPerMinute: 100_000, usageLimitUsd: 1_000_000 },
  ...{ triggerCallsPerMinute: perMinute, triggerCallsPerAddressPerMinute: perMinute },
  ...{ requestBytesPerMinute: 15 * mebibyte, storedBytes: storedLimit },
};

interface Party extends Tenant {
  readonly workflowId: string;
  /** Path of its trigger URL. */
  readonly triggerPath: string;
  execute(): Promise<Answer>;
}

interface Sample {
  readonly at: number;
  readonly ms: number;
  readonly status: number;
}

let cluster: Cluster;
let pool: pg.Pool;
let control: Control;
let scratch: string;
let flooded: Party;
let neighbour: Party;

async function createParty(plan: 'free' | 'enterprise', masterKey: Buffer): Promise<Party> {
  const tenant = await createTenant({ database: { pool } as never, masterKey }, { plan });
  const client = createApiClient(cluster.api.baseUrl, tenant.apiKey);
  const path = `flood-${plan}`;
  const definition = {
    blocks: [
      { id: 'hook', type: 'webhook', name: 'Webhook', config: { path } },
      { id: 'answer', type: 'response', name: 'Answer', config: { status: 200, body: 'done' } },
    ],
    edges: [{ from: 'hook', to: 'answer' }],
  };
  const created = await client.call('POST', '/api/v1/workflows', { name: 'w', definition });
  const { id: workflowId, triggerUrl } = created.json.data as { id: string; triggerUrl: string };
  const deployed = await client.call('POST', `/api/v1/workflows/${workflowId}/deploy`);
  expect(deployed.status).toBe(200);
  const execute = (): Promise<Answer> =>
    client.call('POST', `/api/v1/workflows/${workflowId}/execute`, {});
  return { ...tenant, workflowId, triggerPath: new URL(triggerUrl).pathname, execute };
}

beforeAll(async () => {
  const masterKey = newDataKey();
  scratch = await mkdtemp(join(tmpdir(), 'flood-'));
  cluster = await startCluster(['api', 'runner', 'projector'], {
    MASTER_KEY: masterKey.toString('base64'),
    FLOWLEDGER_PLAN_LIMITS: JSON.stringify({ free }),
  });
  pool = new pg.Pool({ connectionString: cluster.database.url, max: 2 });
  control = startControl(join(scratch, 'control'), join(scratch, 'stretch'));
  [flooded, neighbour] = [
    await createParty('free', masterKey),
    await createParty('enterprise', masterKey),
  ];
}, 400_000);

afterAll(async () => {
  control.stop();
  await pool.end();
  await cluster.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** Sequential calls until told to stop. */
function callAgainAndAgain(call: () => Promise<Answer>, pauseMs: number) {
  const samples: Sample[] = [];
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const [at, startedAt] = [Date.now(), performance.now()];
      const { status } = await call();
      samples.push({ at, ms: performance.now() - startedAt, status });
      await sleep(pauseMs);
    }
  })();
  const stop = async (): Promise<readonly Sample[]> => {
    stopping.abort();
    await ended;
    return samples;
  };
  return { stop };
}

async function machineOf(): Promise<Machine> {
  const { turns } = await readTurnLog(join(scratch, 'control'));
  return new Machine(turns, await readStretches(join(scratch, 'stretch')));
}

/** The compared percentile of the times without the machine's delays. */
function compared(samples: readonly Sample[], machine: Machine): number {
  const own = samples.map(({ at, ms }) => {
    const until = at + ms;
    return Math.max(0, ms - machine.delayMs(at, until)) / machine.stretch(at, until);
  });
  const sorted = own.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * comparedShare) - 1] ?? 0;
}

const statusesOf = (samples: readonly Sample[]): number[] => [
  ...new Set(samples.map(({ status }) => status)),
];

async function storedBytes(): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select coalesce(sum(bytes), 0)::float8 as bytes from stored_bytes where account_id = $1',
    [flooded.accountId],
  );
  return rows[0]?.bytes ?? 0;
}

const anonymous = createApiClient;
const flood = async (): Promise<Readonly<Record<string, number>>> => {
  const url = cluster.api.baseUrl + flooded.triggerPath;
  const script = join(import.meta.dirname, 'support/flood.mjs');
  const asked = [url, bodyBytes, connections, seconds].map(String);
  const { stdout } = await run(process.execPath, [script, ...asked]);
  return JSON.parse(stdout) as Record<string, number>;
};

describe('a flood of anonymous calls on one trigger', () => {
  it('leaves the owner its share, the neighbour its latency and the disk its quota, and has no effect once it ends', async () => {
    // The first calls compile code and fill caches.
    for (let n = 0; n < 30; n += 1) await neighbour.execute();
    const alone = callAgainAndAgain(neighbour.execute, 20);
    await sleep(seconds * 1_000);
    const quiet = await alone.stop();

    const beganAt = Date.now();
    const beside = callAgainAndAgain(neighbour.execute, 20);
    // Half of the owner's share of a minute.
    const owner = callAgainAndAgain(
      flooded.execute,
      60_000 / ((perMinute * keyedPercent) / 100 / 2),
    );
    const answers = await flood();
    const [busy, owned] = [await beside.stop(), await owner.stop()];
    const windows = 1 + (rateWindowEndOf(Date.now()) - rateWindowEndOf(beganAt)) / 60_000;

    const machine = await machineOf();
    const [before, during] = [compared(quiet, machine), compared(busy, machine)];
    process.stdout.write(
      `${seconds} s, ${JSON.stringify(answers)}; owner: ${owned.length} calls; neighbour: ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside it\n`,
    );
    // Some of a flood was admitted, and most of it was not.
    const admitted = answers['200'] ?? 0;
    expect(admitted).toBeGreaterThan(0);
    expect(admitted).toBeLessThanOrEqual(windows * perMinute * (1 - keyedPercent / 100));
    expect(answers['429'] ?? 0).toBeGreaterThan(admitted);
    const unexpected = Object.keys(answers).filter((status) => !/^(200|429|broken)$/.test(status));
    expect(unexpected).toEqual([]);

    expect(owned.length).toBeGreaterThan(0);
    expect(statusesOf(owned)).toEqual([200]);
    expect(statusesOf(busy)).toEqual([200]);
    expect(during).toBeLessThan(2 * before);

    await eventually(
      'the projection has read the flood',
      async () => (await storedBytes()) >= admitted * bodyBytes,
      { withinMs: 60_000 },
    );
    expect(await storedBytes()).toBeLessThan(storedLimit);
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from rate_limit',
    );
    // At most eight kinds of windows for two accounts, before, in and after the flood.
    expect(rows[0]?.count).toBeLessThan(16 * (windows + 3));

    const caller = anonymous(cluster.api.baseUrl, null);
    await eventually(
      'anonymous callers are admitted in the next minute',
      async () => (await caller.call('POST', flooded.triggerPath, { text: 'x' })).status === 200,
      { withinMs: 90_000 },
    );
    expect((await flooded.execute()).status).toBe(200);
    expect((await neighbour.execute()).status).toBe(200);
    const ready = await fetch(`${cluster.api.baseUrl}/health/ready`);
    expect(ready.status).toBe(200);
  }, 600_000);
});
