/**
 * A ledger in memory, its archive in a directory, and the positions of its readers, for tests of
 * the keeper.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { loadConfig } from '@libs/config';
import { groups, topics } from '@libs/contracts';
import { createMemoryEventLog, type EventLog } from '@libs/event-log';
import { encodePosition } from '@libs/ledger';
import { openDatabase, type Database } from '@libs/persistence';
import { Metrics } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  blockCompleted,
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { executionsProjection } from '../executions/executions.projection.js';
import { LedgerKeeper } from '../ledger-keeper.js';

export const partitions = 2;
export const msPerDay = 86_400_000;
export const days = 31;
const workspaceId = '33333333-3333-4333-8333-333333333333';
export const allTopics = [topics.requests, topics.control, topics.events, topics.deliveryEvents];
export const executionsPerPartition = 5;
/** Where a reader stands that has not read everything. */
export const fourth = { offset: 4, claimOffset: 0 };
export const unread = { offset: fourth.offset, metadata: '' };

type Commit = { readonly offset: number; readonly metadata: string };

export let test: TestDatabase;
export let database: Database;
export let log: EventLog;
export let dir: string;
export let warnings: Record<string, unknown>[];
export let metrics: Metrics;
/** By group and topic. */
let commits: Map<string, Map<number, Commit>>;

export const commit = (group: string, topic: string, partition: number, of: Commit): void =>
  void commits.set(
    `${group} ${topic}`,
    new Map([...(commits.get(`${group} ${topic}`) ?? []), [partition, of]]),
  );

export const setCheckpoint = (
  projection: string,
  topic: string,
  partition: number,
  offset: number,
) =>
  database.pool.query(
    `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
     values ($1, $2, $3, $4, 'memory')
     on conflict (projection, topic, partition) do update set next_offset = excluded.next_offset`,
    [projection, topic, partition, offset],
  );

/** No reader has a position. */
export async function forgetPositions(): Promise<void> {
  commits = new Map();
  await database.pool.query('truncate projection_checkpoint');
}

/** Every reader has read everything. */
export async function readAll(): Promise<void> {
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

export const keeper = (over: Readonly<Record<string, string>> = {}): LedgerKeeper => {
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
export const keep = (ageDays = days + 3): Promise<void> =>
  keeper().keep(Date.now() + ageDays * msPerDay);

export const starts = async (topic: string): Promise<number[]> => [
  ...(await log.admin.startOffsets(topic)).values(),
];
export const ends = async (topic: string): Promise<number[]> => [
  ...(await log.admin.endOffsets(topic)).values(),
];
export const untouched = async (): Promise<void> => {
  for (const topic of allTopics) expect([topic, await starts(topic)]).toEqual([topic, [0, 0]]);
};

export async function rows(): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of executionsProjection.tables) {
    const found = await database.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by 1`,
    );
    content[table] = found.rows.map(({ row }) => row);
  }
  return content;
}

/** For the tests of a spec file. Every test begins with a full log that all readers have read. */
export function openKeptLedger(): void {
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
}
