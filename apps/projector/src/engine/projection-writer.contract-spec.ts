import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import {
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
  received,
} from '../../../../test/support/ledger-fixtures.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { executionsProjection } from '../executions/executions.projection.js';
import { loadCheckpoint, verifyCheckpoints } from './checkpoint.js';
import { foldBatch } from './fold-batch.js';
import { ProjectionWriter, type ProjectedBatch } from './projection-writer.js';

const workspaceId = '33333333-3333-4333-8333-333333333333';
const topic = 'events';
let test: TestDatabase;
let database: Database;
let projection: string;

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 4, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(() => {
  projection = randomUUID();
});

const checkpoint = (partition: number) =>
  loadCheckpoint(database.pool, { projection, topic, clusterId: 'c' }, partition, 1_000);

/** A claim, then start and end of one execution, from offset `from` on. */
function batchOf(partition: number, executionId: string, from = 0, models = {}): ProjectedBatch {
  const of = identity(executionId, workspaceId);
  const cost = { total: 0.25, tokens: { prompt: 1, completion: 2, total: 3 }, models };
  const records = [
    claimRecord(partition, randomUUID()),
    ledgerRecord(partition, from, 'ExecutionStarted', executionStarted(of)),
    ledgerRecord(partition, from, 'ExecutionCompleted', executionCompleted(of, 2, { cost })),
  ].map((record, index) => received(record, from + index));
  const folded = foldBatch(
    executionsProjection,
    partition,
    { nextOffset: from, claimOffset: -1 },
    records,
  );
  return {
    move: { partition, expectedOffset: from, ...folded.next },
    rows: folded.rows,
    bytes: folded.bytes,
  };
}

const logged = async (...executionIds: string[]): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from execution_log where execution_id = any($1)',
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

/** Executions, prompt tokens and completion tokens of all accounts. */
const counted = async (): Promise<readonly number[]> => {
  const { rows } = await database.pool.query<{ sums: number[] }>(
    `select array[coalesce(sum(executions), 0), coalesce(sum(prompt_tokens), 0),
       coalesce(sum(completion_tokens), 0)]::float8[] as sums from execution_usage`,
  );
  return rows[0]?.sums ?? [];
};

describe('projection writer', () => {
  it('moves the checkpoint with the rows', async () => {
    const executionId = randomUUID();
    await checkpoint(0);
    const writer = new ProjectionWriter(database.pool, projection, topic);
    expect(await writer.write(batchOf(0, executionId))).toBe(true);
    expect(await checkpoint(0)).toEqual({ nextOffset: 3, claimOffset: 0 });
    expect(await logged(executionId)).toBe(1);
  });

  it('writes nothing for a former owner with a stale checkpoint', async () => {
    const executionId = randomUUID();
    await checkpoint(0);
    await new ProjectionWriter(database.pool, projection, topic).write(batchOf(0, randomUUID()));
    const before = await usage();
    const zombie = new ProjectionWriter(database.pool, projection, topic);
    expect(await zombie.write(batchOf(0, executionId))).toBe(false);
    expect(await logged(executionId)).toBe(0);
    expect(await usage()).toBe(before);
    expect((await checkpoint(0)).nextOffset).toBe(3);
  });

  it('lets exactly one of several concurrent owners write the same batch', async () => {
    const executionId = randomUUID();
    await checkpoint(0);
    const before = await usage();
    const writers = Array.from(
      { length: 4 },
      () => new ProjectionWriter(database.pool, projection, topic),
    );
    const moved = await Promise.all(writers.map((writer) => writer.write(batchOf(0, executionId))));
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await usage()).toBeCloseTo(before + 0.25);
  });

  it('charges and counts a repeated terminal event once, also in a later batch', async () => {
    const executionId = randomUUID();
    await checkpoint(0);
    const [before, countedBefore] = [await usage(), await counted()];
    const writer = new ProjectionWriter(database.pool, projection, topic);
    await writer.write(batchOf(0, executionId));
    expect(await writer.write(batchOf(0, executionId, 3))).toBe(true);
    expect(await usage()).toBeCloseTo(before + 0.25);
    expect(await counted()).toEqual(countedBefore.map((n, index) => n + [1, 1, 2][index]!));
    expect(await logged(executionId)).toBe(1);
  });

  it('counts executions in one row per partition', async () => {
    for (const partition of [14, 15]) {
      await checkpoint(partition);
      const writer = new ProjectionWriter(database.pool, projection, topic);
      await writer.write(batchOf(partition, randomUUID()));
    }
    const { rows } = await database.pool.query(
      'select partition, executions from execution_usage where partition in (14, 15) order by partition',
    );
    expect(rows).toEqual([14, 15].map((partition) => ({ partition, executions: 1 })));
  });

  it('writes concurrent partitions in one statement and compares each checkpoint', async () => {
    const executionIds = Array.from({ length: 6 }, () => randomUUID());
    for (const partition of executionIds.keys()) await checkpoint(partition);
    let statements = 0;
    const pool = {
      query: async (statement: { name: string; text: string; values: unknown[] }) => {
        statements += 1;
        return await database.pool.query(statement);
      },
    } as unknown as Database['pool'];
    const writer = new ProjectionWriter(pool, projection, topic);
    // Moves partition 5, so that this process's checkpoint of it is stale.
    await writer.write(batchOf(5, randomUUID()));
    statements = 0;
    const moved = await Promise.all(
      executionIds.map((id, partition) => writer.write(batchOf(partition, id))),
    );
    expect(moved).toEqual([true, true, true, true, true, false]);
    expect(statements).toBe(1);
    expect(await logged(...executionIds)).toBe(5);
  });

  it('writes other partitions when Postgres refuses a batch', async () => {
    const [good, bad] = [randomUUID(), randomUUID()];
    await checkpoint(0);
    await checkpoint(1);
    const refused = batchOf(1, bad);
    const writer = new ProjectionWriter(database.pool, projection, topic);
    const rows = refused.rows.map(({ table, rows: all }) => ({
      table,
      rows: all.map((row) => ('input' in row ? { ...row, execution_id: 'no uuid' } : row)),
    }));
    const results = await Promise.allSettled([
      writer.write(batchOf(0, good)),
      writer.write({ ...refused, rows }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await logged(good, bad)).toBe(1);
    expect((await checkpoint(1)).nextOffset).toBe(0);
  });

  it('stores model names with special characters, in sorted order', async () => {
    const executionId = randomUUID();
    await checkpoint(0);
    const model = { input: 0, output: 0, total: 0, tokens: { prompt: 0, completion: 0, total: 0 } };
    const names = ['gpt "x"', 'a,b', '{c}', 'back\\slash', 'NULL', ''];
    const models = Object.fromEntries(names.map((name) => [name, model]));
    await new ProjectionWriter(database.pool, projection, topic).write(
      batchOf(0, executionId, 0, models),
    );
    const { rows } = await database.pool.query<{ models: string[] }>(
      'select models from execution_log where execution_id = $1',
      [executionId],
    );
    expect(rows[0]?.models).toEqual([...names].sort());
  });
});

describe('checkpoint', () => {
  it('is valid when another process moves it during the check', async () => {
    const projection = `moving-${randomUUID()}`;
    const scope = { projection, topic: 'moving', clusterId: 'c' };
    const moveTo = (offset: number): Promise<unknown> =>
      database.pool.query(
        `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
         values ($1, 'moving', 0, $2, 'c')
         on conflict (projection, topic, partition) do update set next_offset = excluded.next_offset`,
        [projection, offset],
      );
    await moveTo(5);
    const ends = async (): Promise<Map<number, number>> => {
      await moveTo(9);
      return new Map([[0, 7]]);
    };
    await verifyCheckpoints(database.pool, scope, ends, new Map());
    await moveTo(5);
    const loaded = await loadCheckpoint(
      database.pool,
      scope,
      0,
      async () => (await ends()).get(0) ?? 0,
    );
    expect(loaded.nextOffset).toBe(5);
  });

  it('is refused when it is from another cluster or beyond the end of the log', async () => {
    await checkpoint(0);
    const other = { projection, topic, clusterId: 'other' };
    await expect(loadCheckpoint(database.pool, other, 0, 1_000)).rejects.toMatchObject({
      code: 'OTHER_CLUSTER',
    });
    await new ProjectionWriter(database.pool, projection, topic).write(batchOf(0, randomUUID()));
    await expect(
      loadCheckpoint(database.pool, { ...other, clusterId: 'c' }, 0, 2),
    ).rejects.toMatchObject({ code: 'BEYOND_LOG_END' });
  });

  it('refuses one before the start of the log, and a partition without one whose start is gone', async () => {
    const of = `behind-${randomUUID()}`;
    const scope = { projection: of, topic: 'cut', clusterId: 'c' };
    await loadCheckpoint(database.pool, scope, 0, 10);
    const ends = (): Promise<Map<number, number>> => Promise.resolve(new Map([[0, 10]]));
    const verify = (starts: readonly [number, number][]): Promise<void> =>
      verifyCheckpoints(database.pool, scope, ends, new Map(starts));
    await verify([[0, 0]]);
    for (const partition of [0, 1])
      await expect(verify([[partition, 4]])).rejects.toMatchObject({
        code: 'BEFORE_LOG_START',
        message: `checkpoint of ${of} for cut[${partition}] is 0, but the log begins at 4: npm run projections:rebuild -- ${of} reads the archive first`,
      });
  });
});
