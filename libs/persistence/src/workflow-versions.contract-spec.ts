import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createMigratedDatabase } from '../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../test/support/stack.js';
import { type Database, openDatabase } from './database.js';
import { keptSnapshots, loadWorkflowVersion, snapshotDraft } from './workflow-versions.js';

let test: TestDatabase;
let database: Database;
const [workflowId, workspaceId, accountId] = [randomUUID(), randomUUID(), randomUUID()];
const owner = { workflowId, workspaceId };
const definition = { blocks: [], edges: [], variables: { a: 1 } };

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 5, applicationName: 'test' });
  const { pool } = database;
  await pool.query("insert into account (id, name, plan) values ($1, 'a', 'free')", [accountId]);
  await pool.query(
    "insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'w', '')",
    [workspaceId, accountId],
  );
  await pool.query(
    "insert into workflow (id, workspace_id, name, draft) values ($1, $2, 'f', '{}')",
    [workflowId, workspaceId],
  );
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

describe('snapshots of drafts', () => {
  it('are numbered -1, -2, … and equal content gets the same number', async () => {
    const { pool } = database;
    expect(await snapshotDraft(pool, owner, { definition, contentHash: 'one' })).toBe(-1);
    expect(await snapshotDraft(pool, owner, { definition, contentHash: 'two' })).toBe(-2);
    expect(await snapshotDraft(pool, owner, { definition, contentHash: 'one' })).toBe(-1);
    expect(await loadWorkflowVersion(pool, workflowId, -1)).toEqual({
      definition,
      contentHash: 'one',
    });
    expect(await loadWorkflowVersion(pool, workflowId, 1)).toBeNull();
  });

  it('get distinct numbers when several are created at once', async () => {
    const hashes = ['a', 'b', 'c', 'd', 'e'];
    const numbers = await Promise.all(
      hashes.map((contentHash) => snapshotDraft(database.pool, owner, { definition, contentHash })),
    );
    expect(new Set(numbers).size).toBe(hashes.length);
    for (const [index, version] of numbers.entries()) {
      expect((await loadWorkflowVersion(database.pool, workflowId, version))?.contentHash).toBe(
        hashes[index],
      );
    }
  });

  it('go after the newest hundred, except those that run or were just used', async () => {
    const { pool } = database;
    const age = (where: string) =>
      pool.query(`update workflow_version set used_at = now() - interval '2 hours' where ${where}`);
    for (let number = 0; number < keptSnapshots + 2; number += 1)
      await snapshotDraft(pool, owner, { definition, contentHash: `n${number}` });
    await age('true');
    await pool.query(
      `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
         definition_hash, status, level, trigger, started_at, ledger_partition, ledger_offset)
       values ($1, $1, $2, $3, $4, 'f', -1, 'one', 'paused', 'info', 'manual', now(), 0, 0)`,
      [randomUUID(), workspaceId, accountId, workflowId],
    );
    expect(await snapshotDraft(pool, owner, { definition, contentHash: 'two' })).toBe(-2);
    await snapshotDraft(pool, owner, { definition, contentHash: 'newest' });
    const { rows } = await pool.query<{ version: number }>(
      'select version from workflow_version where workflow_id = $1 order by version desc',
      [workflowId],
    );
    expect(rows.slice(0, 3).map(({ version }) => version)).toEqual([-1, -2, -10]);
    expect(rows).toHaveLength(keptSnapshots + 3);
    await pool.query(`update workflow_version set used_at = now() - interval '40 days'`);
    const newest = await snapshotDraft(pool, owner, { definition, contentHash: 'last' });
    expect(newest).toBe((rows.at(-1)?.version ?? 0) - 1);
    const left = await pool.query('select from workflow_version where workflow_id = $1', [
      workflowId,
    ]);
    expect(left.rowCount).toBe(3);
  });
});
