import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OutgoingRecord } from '@libs/event-log';
import { eraseWorkspace, openDatabase, type Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { memoryLedger, type MemoryLedger } from '../../../../test/support/memory-ledger.js';
import {
  blockCompleted,
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { type Pooler, startPooler } from '../../../../test/support/pooler.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { deliveriesProjection } from '../deliveries/deliveries.projection.js';
import type { Projection } from '../engine/projection.js';
import { subqueriesOf } from '../engine/table-write.js';
import { executionsProjection } from '../executions/executions.projection.js';
import { rebuildProjection, type RebuildProgress } from './rebuild.js';

const workspaceId = '33333333-3333-4333-8333-333333333333';
const partitions = 3;
/** Figures are kept for a time, so the executions must be young. */
const endedAt = Date.now();
let test: TestDatabase;
/** Rebuilds connect through a pooler, as some operators' do. */
let pooler: Pooler;
let database: Database;
let ledger: MemoryLedger;

function appendExecution(partition: number, ends = true): string {
  const of = identity(randomUUID(), workspaceId);
  const records: OutgoingRecord[] = [
    ledgerRecord(partition, 0, 'ExecutionStarted', executionStarted(of)),
    ledgerRecord(partition, 0, 'BlockCompleted', blockCompleted(of.executionId, 2, 'call')),
  ];
  if (ends)
    records.push(
      ledgerRecord(partition, 0, 'ExecutionCompleted', executionCompleted(of, 3, { endedAt })),
    );
  ledger.append(partition, ...records);
  return of.executionId;
}

const project = (): Promise<void> =>
  ledger.project(executionsProjection, database.pool, Number.MAX_SAFE_INTEGER);
const rebuild = (onProgress?: (progress: RebuildProgress) => void): Promise<number> =>
  rebuildProjection({
    projection: executionsProjection,
    log: ledger.source,
    databaseUrl: pooler.url,
    ...(onProgress && { onProgress }),
  });

/** Every row of every table of the projection, and every index by name and definition. */
async function everything(): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of executionsProjection.tables) {
    const { rows } = await database.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by 1`,
    );
    content[table] = rows.map(({ row }) => row);
  }
  const { rows } = await database.pool.query<{ row: string }>(
    `select indexdef as row from pg_indexes where schemaname = 'public' and tablename = any($1) order by 1`,
    [executionsProjection.tables],
  );
  return { ...content, indexes: rows.map(({ row }) => row) };
}

beforeAll(async () => {
  test = await createMigratedDatabase();
  pooler = await startPooler(test.url);
  database = await openDatabase({ url: test.url, poolSize: 4, applicationName: 'test' });
  ledger = memoryLedger(partitions, 'rebuild-test');
  for (let partition = 0; partition < partitions; partition += 1) {
    ledger.append(partition, claimRecord(partition, randomUUID()));
    for (let n = 0; n < 40; n += 1) appendExecution(partition, n % 5 !== 0);
  }
});
afterAll(async () => {
  await database.close();
  await pooler.close();
  await test.drop();
});

describe('a rebuild', () => {
  it('produces the same rows, usage, figures, storage and indexes, and repairs damaged rows', async () => {
    await project();
    const before = await everything();
    expect(before['usage_period']).toHaveLength(1);
    expect(before['execution_usage']).toHaveLength(partitions);
    expect(before['stored_bytes']).toHaveLength(partitions);
    expect(before['execution_stats']).toHaveLength(3 * partitions);
    await database.pool.query(`delete from block_execution where block_id = 'call'`);
    await database.pool.query(`update usage_period set cost = 99`);
    await database.pool.query(`update execution_usage set executions = 99`);
    await database.pool.query(`update stored_bytes set bytes = 99`);
    await database.pool.query(`update execution_stats set success = 99`);
    const phases = new Set<string>();
    const records = await rebuild(({ phase }) => phases.add(phase));
    expect(records).toBe(ledger.length());
    expect(await everything()).toEqual(before);
    expect([...phases]).toEqual(['folding', 'indexing', 'catching up', 'swapping']);
  });

  it('leaves no temporary schema, and projection continues after it', async () => {
    appendExecution(0);
    await rebuild();
    appendExecution(0);
    appendExecution(1);
    await project();
    const after = await everything();
    await rebuild();
    expect(await everything()).toEqual(after);
    const { rows } = await database.pool.query<{ nspname: string }>(
      `select nspname from pg_namespace where nspname ~ '^(rebuild|retired)_'`,
    );
    expect(rows).toEqual([]);
  });

  it('runs beside projectors and readers without a missing or doubled row', async () => {
    const stop = new AbortController();
    let reads = 0;
    const writing = (async () => {
      while (!stop.signal.aborted) {
        appendExecution(reads % partitions);
        await project();
      }
    })();
    const reading = (async () => {
      let highest = 0;
      while (!stop.signal.aborted) {
        const { rows } = await database.pool.query<{ count: number }>(
          'select count(*)::int as count from execution_log',
        );
        // A swap never hides rows that were readable before it.
        expect(rows[0]!.count).toBeGreaterThanOrEqual(highest);
        highest = rows[0]!.count;
        reads += 1;
      }
    })();
    for (let n = 0; n < 3; n += 1) await rebuild();
    stop.abort();
    await Promise.all([writing, reading]);
    await project();
    const after = await everything();
    expect(after['execution_log']).toHaveLength(ledger.executions().length);
    await rebuild();
    expect(await everything()).toEqual(after);
    expect(reads).toBeGreaterThan(0);
  }, 120_000);

  it('keeps an index that a migration creates while it runs', async () => {
    let phase = 'folding';
    const { source } = ledger;
    const endOffsets = async (topic: string) => {
      if (phase === 'catching up')
        await database.pool.query('create index if not exists made_late on execution_log (status)');
      return source.admin.endOffsets(topic);
    };
    const log = { ...source, admin: { ...source.admin, endOffsets } };
    const options = { projection: executionsProjection, databaseUrl: pooler.url, log };
    await rebuildProjection({ ...options, onProgress: (progress) => (phase = progress.phase) });
    const { indexes } = await everything();
    expect(indexes?.filter((definition) => definition.includes('made_late'))).toHaveLength(1);
    await database.pool.query('drop index made_late');
  });

  it('is refused through a pooler in transaction mode', async () => {
    const sharing = await startPooler(test.url, 'transaction');
    const before = await everything();
    const options = { projection: executionsProjection, log: ledger.source };
    await expect(rebuildProjection({ ...options, databaseUrl: sharing.url })).rejects.toThrow(
      'pool_mode = session',
    );
    expect(await everything()).toEqual(before);
    await sharing.close();
  });

  it('refuses a second concurrent rebuild and a ledger without its first records', async () => {
    const both = await Promise.allSettled([rebuild(), rebuild()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ALREADY_RUNNING' },
    });
    const cut = { ...ledger.source.admin, startOffsets: () => Promise.resolve(new Map([[0, 5]])) };
    const log = { ...ledger.source, admin: cut };
    const before = await everything();
    await expect(
      rebuildProjection({ projection: executionsProjection, log, databaseUrl: test.url }),
    ).rejects.toMatchObject({ code: 'LOG_INCOMPLETE' });
    expect(await everything()).toEqual(before);
  });

  it('does not restore the executions of a deleted workspace', async () => {
    const gone = randomUUID();
    const of = identity(randomUUID(), gone);
    ledger.append(
      0,
      ledgerRecord(0, 0, 'ExecutionStarted', executionStarted(of)),
      ledgerRecord(0, 0, 'ExecutionCompleted', executionCompleted(of, 2, { endedAt })),
    );
    await database.pool.query(
      `with a as (insert into account (id, name, plan) values ($1, 'gone', 'free') returning id)
       insert into workspace (id, account_id, name, wrapped_key) select $1, id, 'gone', '' from a`,
      [gone],
    );
    expect(await eraseWorkspace(database.pool, gone)).toBe(true);
    await rebuild();
    for (const table of ['execution_log', 'execution_detail', 'execution_search'])
      expect(
        (
          await database.pool.query(`select from ${table} where execution_id = $1`, [
            of.executionId,
          ])
        ).rowCount,
      ).toBe(0);
    for (const table of ['stored_bytes', 'execution_stats']) {
      const kept = `select from ${table} where workspace_id = $1`;
      expect((await database.pool.query(kept, [gone])).rowCount).toBe(0);
      expect((await database.pool.query(kept, [workspaceId])).rowCount).toBeGreaterThan(0);
    }
  });

  it.each([executionsProjection, deliveriesProjection])(
    'covers every table that $name writes',
    ({ startBatch, tables }: Projection) => {
      const written = startBatch(0, -1)
        .rows()
        .flatMap(({ table }) => [
          ...subqueriesOf(table, new Set()).matchAll(
            /(?:insert into|update|delete from) ([a-z_]+) /g,
          ),
        ])
        .map(([, name]) => name!)
        .filter((name) => name !== 'set');
      expect([...new Set(written)].sort()).toEqual([...tables].sort());
    },
  );
});
