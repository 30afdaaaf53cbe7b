/** Cancellations and removals by the family sweep. The database is real; commands are recorded. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeRecord } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import { openDatabase, recordCancellation, type Database } from '@libs/persistence';
import { Metrics } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { FamilySweep } from './family-sweep.js';
import { FamilyTable } from './family-table.js';

const logger = pino({ level: 'silent' });
const [workspaceId, accountId] = [randomUUID(), randomUUID()];

let testDatabase: TestDatabase;
let database: Database;
let table: FamilyTable;
let metrics: Metrics;
let sweep: FamilySweep;
let commanded: string[];

beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = await openDatabase({ url: testDatabase.url, poolSize: 4, applicationName: 'test' });
}, 120_000);

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  await database.pool.query(
    'truncate execution_family, execution_descendant, execution_cancellation, execution_log',
  );
  commanded = [];
  const appender = {
    append: ({ value }: { value: Buffer }) => {
      const record = decodeRecord(value);
      if (record.type === 'ExecutionCancelRequested') commanded.push(record.data.executionId);
      return Promise.resolve({ topic: '', partition: 0, offset: 0 });
    },
  } as unknown as RecordAppender;
  const accounts = { limitOf: () => Promise.resolve(null) };
  table = new FamilyTable({ database, accounts, logger });
  metrics = new Metrics();
  sweep = new FamilySweep({ database, appender, logger, metrics });
});

/** @returns the child's id */
async function childOf(parentId: string, grandparentId: string | null = null): Promise<string> {
  const executionId = randomUUID();
  await table.request({ executionId, parentId, grandparentId, workspaceId, limit: 1_000 });
  return executionId;
}

const storeEnd = (executionId: string, status: string): Promise<unknown> =>
  database.pool.query(
    `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
       definition_hash, status, level, trigger, started_at, ended_at, ledger_partition, ledger_offset, retention_bucket)
     values (gen_random_uuid(), $1, $2, $3, gen_random_uuid(), 'w', 1, 'hash', $4, 'info', 'api', now() - interval '1 minute',
       now() - interval '1 minute', 0, 0, 0)`,
    [executionId, workspaceId, accountId, status],
  );

const later = (interval: string): Promise<unknown> =>
  database.pool.query(
    `with c as (update execution_cancellation set cancelled_at = cancelled_at - $1::interval,
       done_at = done_at - $1::interval)
     update execution_family set check_at = check_at - $1::interval, created_at = created_at - $1::interval`,
    [interval],
  );

const rowsOf = async (name: string): Promise<number> =>
  (await database.pool.query(`select from ${name}`)).rowCount ?? 0;

const left = async (): Promise<string | undefined> =>
  /^flowledger_descendants_to_stop (\d+)$/m.exec(await metrics.registry.metrics())?.[1];

describe('the family sweep', () => {
  it('cancels every descendant once and reports how many remain', async () => {
    const root = randomUUID();
    const child = await childOf(root);
    const below = await childOf(child, root);
    await childOf(randomUUID());
    await sweep.sweep();
    expect(commanded).toEqual([]);
    await recordCancellation(database.pool, root, workspaceId);
    await sweep.sweep();
    await sweep.sweep();
    expect(commanded.sort()).toEqual([child, below].sort());
    expect(await left()).toBe('2');
    for (const id of commanded) table.ended(id);
    await table.idle();
    await sweep.sweep();
    expect(await left()).toBe('0');
  });

  it('repeats a lost command, except for an execution that has ended', async () => {
    const root = randomUUID();
    const [lost, ended] = [await childOf(root), await childOf(root)];
    await recordCancellation(database.pool, root, workspaceId);
    await sweep.sweep();
    await storeEnd(ended, 'cancelled');
    commanded = [];
    await database.pool.query(
      "update execution_descendant set stop_issued_at = now() - interval '1 hour'",
    );
    await sweep.sweep();
    expect(commanded).toEqual([lost]);
  });

  it('cancels a child of the previous release that has only a log', async () => {
    const [root, child] = [randomUUID(), randomUUID()];
    await storeEnd(child, 'paused');
    await database.pool.query('update execution_log set ended_at = null');
    await table.stop(root, workspaceId, null, [child, randomUUID()]);
    await sweep.sweep();
    expect(commanded).toEqual([child]);
  });

  it('gives up a counted descendant that was never requested', async () => {
    const root = randomUUID();
    await childOf(root);
    await recordCancellation(database.pool, root, workspaceId);
    await sweep.sweep();
    await database.pool.query(
      "update execution_descendant set stop_issued_at = null, requested_at = now() - interval '2 hours'",
    );
    commanded = [];
    await sweep.sweep();
    expect(commanded).toEqual([]);
    expect(await left()).toBe('0');
  });

  it('does not cancel siblings of the cancelled execution', async () => {
    const root = randomUUID();
    const [one, other] = [await childOf(root), await childOf(root)];
    const below = await childOf(one, root);
    await recordCancellation(database.pool, one, workspaceId);
    await sweep.sweep();
    expect(commanded).toEqual([below]);
    expect(commanded).not.toContain(other);
  });

  it('removes a family once all have ended, and its cancellation a day later', async () => {
    const root = randomUUID();
    const child = await childOf(root);
    await recordCancellation(database.pool, root, workspaceId);
    await storeEnd(root, 'cancelled');
    await later('10 minutes');
    for (let n = 0; n < 5; n += 1) await sweep.sweep();
    expect([await rowsOf('execution_family'), await rowsOf('execution_descendant')]).toEqual([
      1, 1,
    ]);
    await storeEnd(child, 'cancelled');
    await later('2 hours');
    for (let n = 0; n < 5; n += 1) await sweep.sweep();
    expect([await rowsOf('execution_family'), await rowsOf('execution_descendant')]).toEqual([
      0, 0,
    ]);
    for (let n = 0; n < 5; n += 1) await sweep.sweep();
    expect(await rowsOf('execution_cancellation')).toBe(1);
    await later('25 hours');
    for (let n = 0; n < 5; n += 1) await sweep.sweep();
    expect(await rowsOf('execution_cancellation')).toBe(0);
  });

  it('cancels children of a failed root whose runner died', async () => {
    const [failed, succeeded] = [randomUUID(), randomUUID()];
    const orphan = await childOf(failed);
    await childOf(succeeded);
    await storeEnd(failed, 'error');
    await storeEnd(succeeded, 'success');
    await later('10 minutes');
    for (let n = 0; n < 5; n += 1) await sweep.sweep();
    expect(commanded).toEqual([orphan]);
  });

  it('removes an old family whose executions have not ended', async () => {
    await childOf(randomUUID());
    await later('41 days');
    for (let n = 0; n < 5; n += 1) await sweep.sweep();
    expect([await rowsOf('execution_family'), await rowsOf('execution_descendant')]).toEqual([
      0, 0,
    ]);
  });
});
