import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { poisonTopicOf } from '@libs/contracts';
import {
  createKafkaEventLog,
  type EventLog,
  type OutgoingRecord,
  type RecordAppender,
} from '@libs/event-log';
import { openDatabase, type Database } from '@libs/persistence';
import { Metrics } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.js';
import {
  blockCompleted,
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import { sharedKafkaBrokers, type TestDatabase } from '../../../../test/support/stack.js';
import { executionsProjection } from '../executions/executions.projection.js';
import { ProjectionConsumer } from './projection-consumer.js';
import { createProjectionMetrics } from './projection-metrics.js';
import type { Projection } from './projection.js';

const workspaceId = '33333333-3333-4333-8333-333333333333';
const partitions = 2;
let test: TestDatabase;
let database: Database;
let eventLog: EventLog;
let ledger: RecordAppender;
let projection: Projection;
const running: ProjectionConsumer[] = [];
const starts: Promise<void>[] = [];

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 4, applicationName: 'test' });
  eventLog = createKafkaEventLog({
    brokers: sharedKafkaBrokers().split(','),
    clientId: 'projector-test',
  });
  ledger = eventLog.appender();
});
afterAll(async () => {
  await ledger.close();
  await eventLog.close();
  await database.close();
  await test.drop();
});
beforeEach(async () => {
  const suffix = randomUUID();
  projection = {
    ...executionsProjection,
    name: `executions-${suffix}`,
    topic: `projector-${suffix}`,
    groupId: `projector-${suffix}`,
  };
  await eventLog.admin.ensureTopics([
    { name: projection.topic, partitions, config: {} },
    { name: poisonTopicOf(projection.groupId), partitions: 1, config: {} },
  ]);
});
afterEach(async () => {
  await Promise.all(starts.splice(0));
  await Promise.all(running.splice(0).map((consumer) => consumer.stop()));
});

function start(of: Projection = projection): ProjectionConsumer {
  const consumer = new ProjectionConsumer(of, {
    eventLog,
    pool: database.pool,
    logger: pino({ level: 'silent' }),
    metrics: createProjectionMetrics(new Metrics()),
    poison: ledger,
    sessionTimeoutMs: 6_000,
    pages: { note: () => undefined, missed: () => undefined },
  });
  running.push(consumer);
  starts.push(consumer.start());
  return consumer;
}

const append = async (records: readonly OutgoingRecord[]): Promise<void> => {
  await Promise.all(records.map((record) => ledger.append({ ...record, topic: projection.topic })));
};
const history = (executionId: string, partition: number, claim = 0): OutgoingRecord[] => {
  const of = identity(executionId, workspaceId);
  return [
    ledgerRecord(partition, claim, 'ExecutionStarted', executionStarted(of)),
    ledgerRecord(partition, claim, 'BlockCompleted', blockCompleted(executionId, 2, 'call')),
    ledgerRecord(partition, claim, 'ExecutionCompleted', executionCompleted(of, 3)),
  ];
};
const ended = async (executionIds: readonly string[]): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from execution_log where execution_id = any($1) and status = 'success'`,
    [executionIds],
  );
  return rows[0]?.n ?? 0;
};
const usage = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ cost: number }>(
    'select coalesce(sum(cost), 0) as cost from usage_period',
  );
  return rows[0]?.cost ?? 0;
};
const checkpointOf = async (name: string, partition: number): Promise<number | undefined> => {
  const { rows } = await database.pool.query<{ next_offset: number }>(
    'select next_offset from projection_checkpoint where projection = $1 and partition = $2',
    [name, partition],
  );
  return rows[0]?.next_offset;
};
const claims = () => [claimRecord(0, randomUUID()), claimRecord(1, randomUUID())];

describe('projection consumer', () => {
  it('resumes at the checkpoint in Postgres without offsets in Kafka', async () => {
    const ids = Array.from({ length: 6 }, () => randomUUID());
    const before = await usage();
    await append([...claims(), ...ids.slice(0, 4).flatMap((id, n) => history(id, n % 2))]);
    start();
    await eventually('all are projected', async () => (await ended(ids)) === 4);
    await running.splice(0)[0]!.stop();
    await append(ids.slice(4).flatMap((id, n) => history(id, n % 2)));
    // Another group has no offsets: everything is read again, nothing is projected again.
    start({ ...projection, groupId: `${projection.groupId}-again` });
    await eventually('all are projected', async () => (await ended(ids)) === 6);
    expect(await usage()).toBeCloseTo(before + 6 * 0.25);
  });

  it("returns to the checkpoint when Kafka's offset is ahead of it", async () => {
    const ids = Array.from({ length: 4 }, () => randomUUID());
    await append([...claims(), ...ids.slice(0, 2).flatMap((id) => history(id, 0))]);
    const ahead = eventLog.consumer({
      groupId: projection.groupId,
      topics: [projection.topic],
      startFrom: 'earliest',
      onBatch: () => Promise.resolve(),
    });
    await ahead.start();
    await ahead.commit([{ topic: projection.topic, partition: 0, offset: 7 }]);
    await ahead.stop();
    start();
    await append(ids.slice(2).flatMap((id) => history(id, 0)));
    await eventually('all are projected', async () => (await ended(ids)) === 4);
  });

  it('projects records again that Postgres lost in a crash', async () => {
    const id = randomUUID();
    await append([...claims(), ...history(id, 0)]);
    start();
    await eventually('all are projected', async () => (await ended([id])) === 1);
    await database.pool.query('delete from execution_log where execution_id = $1', [id]);
    await database.pool.query(
      'update projection_checkpoint set next_offset = 1, claim_offset = 0 where projection = $1 and partition = 0',
      [projection.name],
    );
    await append(history(randomUUID(), 0));
    await eventually('all are projected', async () => (await ended([id])) === 1);
  });

  it('copies undecodable bytes to the poison topic and continues', async () => {
    const id = randomUUID();
    const value = Buffer.from([0xde, 0xad, 0xbe, 0xef]);
    const junk = { topic: projection.topic, partition: 0, key: 'k', value };
    await append([...claims(), junk, ...history(id, 0)]);
    start();
    await eventually('all are projected', async () => (await ended([id])) === 1);
    const poison: Buffer[] = [];
    await eventLog.readRange(
      { topic: poisonTopicOf(projection.groupId), partition: 0 },
      0,
      1,
      (records) => {
        for (const record of records) {
          if (record.value !== null) poison.push(record.value);
          expect(record.headers).toMatchObject({ 'source-offset': '1', 'error-code': 'GARBAGE' });
        }
      },
    );
    expect(poison).toEqual([value]);
  });

  it('halts and reports only the partition with a record of a newer release', async () => {
    const [here, there] = [randomUUID(), randomUUID()];
    const [future] = history(randomUUID(), 0);
    const unknown = Buffer.from(future!.value!);
    unknown.writeInt32BE(999_999, 1);
    await append([
      ...claims(),
      ...history(here, 0),
      { ...future!, value: unknown },
      ...history(randomUUID(), 0),
    ]);
    await append(history(there, 1));
    const consumer = start();
    await eventually('all are projected', async () => (await ended([here, there])) === 2);
    await eventually('it says so', () =>
      consumer.problem()?.problem.includes('partition 0 halted: offset 4'),
    );
    expect(await checkpointOf(projection.name, 0)).toBe(4);
    const more = randomUUID();
    await append(history(more, 1));
    await eventually('all are projected', async () => (await ended([more])) === 1);
    expect(await checkpointOf(projection.name, 0)).toBe(4);
  });

  it('reports a partition whose record Postgres refuses, and continues the others', async () => {
    const there = randomUUID();
    const broken = blockCompleted('no uuid', 2, 'call');
    await append([...claims(), ledgerRecord(0, 0, 'BlockCompleted', broken)]);
    await append(history(there, 1));
    const consumer = start();
    await eventually('the others go on', async () => (await ended([there])) === 1);
    await eventually('it says so', () =>
      consumer.problem()?.problem.includes('the database refuses a value (22P02)'),
    );
    expect(await checkpointOf(projection.name, 0)).toBe(0);
  });

  it('stores an output as a string if it is invalid JSON or contains NUL', async () => {
    const id = randomUUID();
    const output = '{"done":***}';
    await append([
      ...claims(),
      ledgerRecord(0, 0, 'BlockCompleted', blockCompleted(id, 2, 'call', { output })),
      ledgerRecord(0, 0, 'BlockCompleted', blockCompleted(id, 3, 'nul', { output: '"a\\u0000b"' })),
      ledgerRecord(0, 0, 'BlockCompleted', blockCompleted(id, 4, 'sound', { output: '{"a": 1}' })),
    ]);
    start();
    const outputs = () =>
      database.pool.query<{ output: unknown }>(
        'select output from block_execution where execution_id = $1 order by sequence',
        [id],
      );
    await eventually('it is projected', async () => (await outputs()).rowCount === 3);
    const { rows } = await outputs();
    expect(rows.map((row) => row.output)).toEqual([output, 'a\ufffdb', { a: 1 }]);
  });

  it('projects an event with a NUL character in a text', async () => {
    const id = randomUUID();
    const of = identity(id, workspaceId);
    const workflowName = 'Order\0intake';
    await append([
      ...claims(),
      ledgerRecord(0, 0, 'ExecutionCompleted', executionCompleted(of, 1, { workflowName })),
    ]);
    start();
    await eventually('it is projected', async () => (await ended([id])) === 1);
  });

  it('does not start on read models of another log, and reports it', async () => {
    await append([...claims(), ...history(randomUUID(), 0)]);
    await database.pool.query(
      `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id) values ($1, $2, 0, 99, $3)`,
      [projection.name, projection.topic, await eventLog.admin.clusterId()],
    );
    const consumer = start();
    await eventually('it says so', () => consumer.problem()?.problem.includes('the log ends at 4'));
    expect(await checkpointOf(projection.name, 0)).toBe(99);
  });

  it('does not leave out records that the log no longer has, and says what brings them back', async () => {
    await append([...claims(), ...history(randomUUID(), 0)]);
    await eventLog.admin.deleteBefore(projection.topic, new Map([[0, 3]]));
    const consumer = start();
    await eventually('it says so', () =>
      consumer.problem()?.problem.includes('the log begins at 3: npm run projections:rebuild'),
    );
    expect(await checkpointOf(projection.name, 0)).toBeUndefined();
  });
});
