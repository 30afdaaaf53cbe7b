/**
 * Older parts of the ledger move into files and out of Kafka; everything built from the ledger
 * stays complete.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { topics } from '@libs/contracts';
import { createKafkaEventLog, type EventLog } from '@libs/event-log';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster, type Cluster } from './support/cluster.js';
import { eventually } from './support/eventually.js';
import { wrongClock } from './support/processes.js';

jest.setTimeout(180_000);

const runs = 12;
let cluster: Cluster;
let eventLog: EventLog;
let dir: string;

/** Environment of the tools. */
let settings: Readonly<Record<string, string>> = {};

const run = (tool: string, ...args: string[]): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../dist/apps/standalone/src', tool), ...args],
      { env: { PATH: process.env['PATH'], ...cluster.environment, ...settings } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), text: `${stdout}${stderr}` });
      },
    );
  });

const logsOf = async (count: number): Promise<{ executionId: string }[]> =>
  eventually(`${count} runs are in the logs`, async () => {
    const path = `/api/v1/logs?workspaceId=${cluster.workspaceId}&details=full&order=asc`;
    const { json } = await cluster.api.call('GET', path);
    const logs = json.data as { executionId: string; endedAt: string | null }[];
    return logs.filter(({ endedAt }) => endedAt !== null).length === count ? logs : null;
  });

const trigger = async (): Promise<number> =>
  (await cluster.api.trigger('archived', { n: 1 })).status;

const sum = (offsets: ReadonlyMap<number, number>): number =>
  [...offsets.values()].reduce((total, offset) => total + offset, 0);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'flowledger-archive-'));
  cluster = await startCluster(['api', 'runner', 'relay', 'projector']);
  eventLog = createKafkaEventLog({ brokers: [cluster.kafka.kafkaBrokers], clientId: 'archive' });
  const created = await cluster.api.call('POST', '/api/v1/workflows', {
    name: 'Archived',
    definition: {
      blocks: [
        { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'archived' } },
        {
          id: 'answer',
          type: 'response',
          name: 'Answer',
          config: { status: 200, body: { n: '<webhook.body.n>' } },
        },
      ],
      edges: [{ from: 'hook', to: 'answer' }],
    },
  });
  await cluster.api.call('POST', `/api/v1/workflows/${created.json.data.id as string}/deploy`);
  for (let n = 0; n < runs; n += 1) expect(await trigger()).toBe(200);
});

afterAll(async () => {
  await eventLog.close();
  await cluster.stop();
  await rm(dir, { recursive: true, force: true });
});

describe('npm run ledger:archive', () => {
  it('moves records that all readers passed into files that a rebuild reads', async () => {
    const before = await logsOf(runs);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    // Readers commit only from time to time, and uncommitted records must stay in Kafka.
    await eventually(
      'records are deleted',
      async () => {
        const { code, text } = await run('archive.js', '--dir', dir, '--before', soon, '--delete');
        expect({ code, text }).toMatchObject({ code: 0 });
        return sum(await eventLog.admin.startOffsets(topics.events)) > 0;
      },
      { withinMs: 120_000 },
    );

    const refused = await run('rebuild-projections.js', 'executions');
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/no longer has its beginning/);

    const least = sum(await eventLog.admin.endOffsets(topics.events));
    const rebuilt = await run('rebuild-projections.js', 'executions', '--archive', dir);
    expect(rebuilt).toMatchObject({ code: 0 });
    const records = Number(/rebuilt from (\d+) records/.exec(rebuilt.text)?.[1]);
    // A runner may claim a partition meanwhile, which adds a record.
    expect(records).toBeGreaterThanOrEqual(least);
    expect(await logsOf(runs)).toEqual(before);
  });

  it('follows the retention of the ledger, and a rebuild then needs no flag', async () => {
    const before = await logsOf(runs);
    const retention = {
      FLOWLEDGER_LEDGER_ARCHIVE_DIR: dir,
      FLOWLEDGER_LEDGER_RETENTION_DAYS: '31',
      FLOWLEDGER_LOG_RETENTION_DAYS: 'free=7,pro=31,team=31,enterprise=31',
    };
    settings = retention;
    const young = await run('archive.js', '--dry-run');
    expect(young).toMatchObject({ code: 0 });
    expect(young.text).not.toContain('would be deleted');

    settings = { ...retention, ...wrongClock(34 * 86_400_000) };
    const dryRun = await run('archive.js', '--dry-run');
    expect(dryRun.text).toMatch(/workflow\.execution\.requests\/\d: .* would be deleted before/);
    expect(sum(await eventLog.admin.startOffsets(topics.requests))).toBe(0);
    const { admin } = eventLog;
    await eventually(
      'the runner has committed, and no request is left in Kafka',
      async () => {
        expect(await run('archive.js', '--delete')).toMatchObject({ code: 0 });
        const start = await admin.startOffsets(topics.requests);
        const end = await admin.endOffsets(topics.requests);
        return sum(start) === sum(end);
      },
      { withinMs: 120_000 },
    );

    settings = { FLOWLEDGER_LEDGER_ARCHIVE_DIR: dir };
    expect(await run('rebuild-projections.js', 'executions')).toMatchObject({ code: 0 });
    settings = {};
    expect(await logsOf(runs)).toEqual(before);
  });

  it('leaves a ledger that a new runner continues', async () => {
    await cluster.apps.get('runner')?.kill('SIGKILL');
    await cluster.start('runner');
    expect(await trigger()).toBe(200);
    await logsOf(runs + 1);
  });

  it('exits with 2 on invalid arguments', async () => {
    for (const wrong of [['--dir', dir], ['--before', 'x'], ['--delete', '--dry-run'], ['--wrong']])
      expect(await run('archive.js', ...wrong)).toMatchObject({ code: 2 });
  });
});
