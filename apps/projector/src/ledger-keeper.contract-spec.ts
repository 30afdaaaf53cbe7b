import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withArchive } from '@libs/archive';
import { loadConfig } from '@libs/config';
import { groups, topics } from '@libs/contracts';
import { createMemoryEventLog, type EventLog } from '@libs/event-log';
import { encodePosition } from '@libs/ledger';
import { advisoryLocks, openDatabase, type Database } from '@libs/persistence';
import { Metrics } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  blockCompleted,
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../test/support/ledger-fixtures.js';
import { createMigratedDatabase } from '../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../test/support/stack.js';
import { executionsProjection } from './executions/executions.projection.js';
import { LedgerKeeper } from './ledger-keeper.js';
import { rebuildProjection } from './rebuild/rebuild.js';

const partitions = 2;
const msPerDay = 86_400_000;
const days = 31;
const workspaceId = '33333333-3333-4333-8333-333333333333';
const allTopics = [topics.requests, topics.control, topics.events, topics.deliveryEvents];
const executionsPerPartition = 5;
/** Where a reader stands that has not read everything. */
const fourth = { offset: 4, claimOffset: 0 };
const unread = { offset: fourth.offset, metadata: '' };

type Commit = { readonly offset: number; readonly metadata: string };

let test: TestDatabase;
let database: Database;
let log: EventLog;
let dir: string;
let warnings: Record<string, unknown>[];
let metrics: Metrics;
/** By group and topic. */
let commits: Map<string, Map<number, Commit>>;

const commit = (group: string, topic: string, partition: number, of: Commit): void =>
  void commits.set(
    `${group} ${topic}`,
    new Map([...(commits.get(`${group} ${topic}`) ?? []), [partition, of]]),
  );

const setCheckpoint = (projection: string, topic: string, partition: number, offset: number) =>
  database.pool.query(
    `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
     values ($1, $2, $3, $4, 'memory')
     on conflict (projection, topic, partition) do update set next_offset = excluded.next_offset`,
    [projection, topic, partition, offset],
  );

/** Every reader has read everything. */
async function readAll(): Promise<void> {
  const ends = await log.admin.endOffsets(topics.events);
  for (const [partition, end] of ends) {
    const position = encodePosition({ offset: end, claimOffset: 0 });
    const at = async (topic: string) => (await log.admin.endOffsets(topic)).get(partition) ?? 0;
    commit(groups.relay, topics.events, partition, { offset: end, metadata: '' });
    commit(groups.runner, topics.requests, partition, {
      offset: await at(topics.requests),
      metadata: position,
    });
    commit(groups.runner, topics.control, partition, {
      offset: await at(topics.control),
      metadata: '',
    });
    await setCheckpoint('executions', topics.events, partition, end);
    const delivered = await at(topics.deliveryEvents);
    await setCheckpoint('deliveries', topics.deliveryEvents, partition, delivered);
  }
}

async function fill(): Promise<void> {
  const appender = log.appender();
  for (let partition = 0; partition < partitions; partition += 1) {
    await appender.append({ ...claimRecord(partition, randomUUID()), partition });
    for (let n = 0; n < executionsPerPartition; n += 1) {
      const of = identity(randomUUID(), workspaceId);
      for (const topic of [topics.requests, topics.control, topics.deliveryEvents])
        await appender.append({ topic, partition, key: of.executionId, value: Buffer.from('x') });
      for (const record of [
        ledgerRecord(partition, 0, 'ExecutionStarted', executionStarted(of)),
        ledgerRecord(partition, 0, 'BlockCompleted', blockCompleted(of.executionId, 2, 'call')),
        ledgerRecord(partition, 0, 'ExecutionCompleted', executionCompleted(of, 3)),
      ])
        await appender.append({ ...record, partition });
    }
  }
}

const keeper = (over: Readonly<Record<string, string>> = {}): LedgerKeeper => {
  const config = loadConfig({
    DATABASE_URL: test.url,
    KAFKA_BROKERS: 'memory:1',
    FLOWLEDGER_LOG_RETENTION_DAYS: 'free=7,pro=31,team=31,enterprise=31',
    FLOWLEDGER_LEDGER_RETENTION_DAYS: String(days),
    FLOWLEDGER_LEDGER_ARCHIVE_DIR: dir,
    ...over,
  });
  metrics = new Metrics();
  const logger = { info: () => undefined, warn: (line: object) => warnings.push({ ...line }) };
  return new LedgerKeeper(log, database, config, logger, metrics);
};

/** Everything in the log is then `ageDays` old. */
const keep = (ageDays = days + 3): Promise<void> => keeper().keep(Date.now() + ageDays * msPerDay);

const starts = async (topic: string): Promise<number[]> => [
  ...(await log.admin.startOffsets(topic)).values(),
];
const ends = async (topic: string): Promise<number[]> => [
  ...(await log.admin.endOffsets(topic)).values(),
];
const untouched = async (): Promise<void> => {
  for (const topic of allTopics) expect([topic, await starts(topic)]).toEqual([topic, [0, 0]]);
};

async function rows(): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of executionsProjection.tables) {
    const found = await database.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by 1`,
    );
    content[table] = found.rows.map(({ row }) => row);
  }
  return content;
}

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 4, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(async () => {
  await database.pool.query('truncate projection_checkpoint');
  await database.pool.query('delete from account');
  dir = await mkdtemp(join(tmpdir(), 'flowledger-ledger-keeper-'));
  await writeFile(join(dir, 'cluster-id'), 'memory\n');
  warnings = [];
  commits = new Map();
  const memory = createMemoryEventLog();
  const committed: EventLog['admin']['committed'] = (group, topic) =>
    Promise.resolve(commits.get(`${group} ${topic}`) ?? new Map());
  log = { ...memory, admin: { ...memory.admin, committed } };
  await log.admin.ensureTopics(allTopics.map((name) => ({ name, partitions, config: {} })));
  await fill();
  await readAll();
});
afterEach(async () => {
  await log.close();
  await rm(dir, { recursive: true, force: true });
});

describe('retention of the ledger', () => {
  it('moves old records into the archive, and a rebuild from both gives the same rows', async () => {
    const rebuild = async (): Promise<number> =>
      rebuildProjection({
        projection: executionsProjection,
        log: await withArchive(log, dir),
        databaseUrl: test.url,
      });
    const records = await rebuild();
    const before = await rows();
    expect(before['execution_log']).toHaveLength(partitions * executionsPerPartition);
    await readAll();
    await keep();
    for (const topic of allTopics)
      expect([topic, await starts(topic)]).toEqual([topic, await ends(topic)]);
    expect(warnings).toEqual([]);
    expect(await rebuild()).toBe(records);
    expect(await rows()).toEqual(before);
  }, 60_000);

  it('leaves young records, and moves them when they are old', async () => {
    await keep(days - 1);
    await untouched();
    expect(await readdir(dir)).toEqual(['cluster-id']);
    await keep();
    expect(await starts(topics.events)).toEqual(await ends(topics.events));
  });

  const openAt = { offset: executionsPerPartition, metadata: encodePosition(fourth) };
  it.each<[string, string, () => unknown]>([
    ['the relay', topics.events, () => commit(groups.relay, topics.events, 0, unread)],
    [
      'a takeover that folds open requests',
      topics.events,
      () => commit(groups.runner, topics.requests, 0, openAt),
    ],
    [
      'a takeover that folds open commands',
      topics.events,
      () => commit(groups.runner, topics.control, 0, openAt),
    ],
    [
      'the projection of executions',
      topics.events,
      () => setCheckpoint('executions', topics.events, 0, fourth.offset),
    ],
    [
      'a runner with an open command',
      topics.control,
      () => commit(groups.runner, topics.control, 0, unread),
    ],
    [
      'the projection of deliveries',
      topics.deliveryEvents,
      () => setCheckpoint('deliveries', topics.deliveryEvents, 0, fourth.offset),
    ],
  ])('leaves what %s may ask for, says so, and moves it later', async (_reader, topic, hold) => {
    await hold();
    const [all = 0, other = 0] = await ends(topic);
    await keep();
    expect(await starts(topic)).toEqual([fourth.offset, other]);
    const held = [{ topic, partition: 0 }];
    expect(warnings).toMatchObject([{ code: 'LEDGER_RETENTION_WAITS', held }]);
    expect(await metrics.registry.metrics()).toContain('flowledger_ledger_retention_waiting 1');
    await readAll();
    await keep();
    expect(await starts(topic)).toEqual([all, other]);
  });

  it('leaves everything for a reader without a position', async () => {
    commits = new Map();
    await database.pool.query('truncate projection_checkpoint');
    await keep();
    await untouched();
  });

  it('does not take the checkpoint of another cluster for a position', async () => {
    await database.pool.query(`update projection_checkpoint set cluster_id = 'another'`);
    await keep();
    expect(await starts(topics.events)).toEqual([0, 0]);
    expect(await starts(topics.deliveryEvents)).toEqual([0, 0]);
  });

  it('keeps what came of a request while Kafka has the request', async () => {
    const metadata = encodePosition({
      offset: (await ends(topics.events))[0] ?? 0,
      claimOffset: 0,
    });
    commit(groups.runner, topics.requests, 0, { offset: 2, metadata });
    await keep();
    const [, all = 0] = await ends(topics.events);
    expect(await starts(topics.requests)).toEqual([2, executionsPerPartition]);
    expect(await starts(topics.events)).toEqual([0, all]);
    expect(warnings).toMatchObject([
      { held: [{ by: groups.runner }, { by: topics.requests, topic: topics.events }] },
    ]);
  });

  it('deletes nothing while an account keeps its logs for ever, and later where one keeps them longer', async () => {
    const account = (limits: object): Promise<unknown> =>
      database.pool.query(
        `insert into account (id, name, plan, limits) values ($1, 'own', 'free', $2)
         on conflict (id) do update set limits = excluded.limits`,
        ['11111111-1111-4111-8111-111111111111', limits],
      );
    await account({ logRetentionDays: 0 });
    await expect(keep()).rejects.toMatchObject({ code: 'LOGS_KEPT_FOR_EVER' });
    await account({ logRetentionDays: 90 });
    await keep();
    await untouched();
    await keep(93);
    expect(await starts(topics.events)).toEqual(await ends(topics.events));
  });

  it('deletes nothing while a rebuild reads the log', async () => {
    await database.patiently(async (client) => {
      await client.query('select pg_advisory_lock($1)', [advisoryLocks.rebuilding]);
      await keep();
    });
    await untouched();
    expect(warnings).toMatchObject([{ code: 'LEDGER_RETENTION_WAITS' }]);
    expect(JSON.stringify(warnings)).toContain('a rebuild');
    await keep();
    expect(await starts(topics.events)).toEqual(await ends(topics.events));
  });

  it('writes an archive in one process at a time', async () => {
    await database.patiently(async (client) => {
      await client.query('select pg_advisory_lock($1)', [advisoryLocks.archiving]);
      await keep();
    });
    expect(await readdir(dir)).toEqual(['cluster-id']);
    await untouched();
  });

  it('deletes nothing into a directory that is no archive, or one of another cluster', async () => {
    await rm(join(dir, 'cluster-id'));
    await expect(keep()).rejects.toMatchObject({ code: 'NOT_BEGUN' });
    await writeFile(join(dir, 'cluster-id'), 'another\n');
    await expect(keep()).rejects.toMatchObject({ code: 'OTHER_CLUSTER' });
    await untouched();
  });

  it('deletes nothing that a file does not hold intact, or whose beginning no file holds', async () => {
    await readAll();
    commit(groups.relay, topics.events, 0, { offset: 0, metadata: '' });
    await keep();
    const files = join(dir, topics.events, '0');
    const [file = ''] = (await readdir(files)).filter((name) => name.endsWith('.avro'));
    await appendFile(join(files, file), 'x');
    await readAll();
    await expect(keep()).rejects.toMatchObject({ code: 'DAMAGED' });
    expect((await starts(topics.events))[0]).toBe(0);

    await rm(join(dir, topics.events), { recursive: true });
    await log.admin.deleteBefore(topics.events, new Map([[0, 1]]));
    await expect(keep()).rejects.toMatchObject({ code: 'GAP' });
    expect((await starts(topics.events))[0]).toBe(1);
  });

  it('does nothing unless it is asked for', async () => {
    const off = keeper({ FLOWLEDGER_LEDGER_RETENTION_DAYS: '0' });
    await off.keep(Date.now() + 10_000 * msPerDay);
    await untouched();
  });

  it('counts what it moved', async () => {
    await keep();
    const text = await metrics.registry.metrics();
    const all = partitions * executionsPerPartition;
    for (const what of ['archived', 'deleted'])
      expect(text).toContain(
        `flowledger_ledger_${what}_records_total{topic="${topics.requests}"} ${all}`,
      );
    expect(text).toContain('flowledger_ledger_retention_waiting 0');
  });
});
