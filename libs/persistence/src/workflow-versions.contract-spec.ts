import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createMigratedDatabase } from '../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../test/support/stack.js';
import { type Database, openDatabase } from './database.js';
import { loadWorkflowVersion, snapshotDraft } from './workflow-versions.js';

let test: TestDatabase;
let database: Database;
const workflowId = randomUUID();
const definition = { blocks: [], edges: [], variables: { a: 1 } };

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 5, applicationName: 'test' });
  const [accountId, workspaceId] = [randomUUID(), randomUUID()];
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
    expect(await snapshotDraft(pool, workflowId, { definition, contentHash: 'one' })).toBe(-1);
    expect(await snapshotDraft(pool, workflowId, { definition, contentHash: 'two' })).toBe(-2);
    expect(await snapshotDraft(pool, workflowId, { definition, contentHash: 'one' })).toBe(-1);
    expect(await loadWorkflowVersion(pool, workflowId, -1)).toEqual({
      definition,
      contentHash: 'one',
    });
    expect(await loadWorkflowVersion(pool, workflowId, 1)).toBeNull();
  });

  it('get distinct numbers when several are created at once', async () => {
    const hashes = ['a', 'b', 'c', 'd', 'e'];
    const numbers = await Promise.all(
      hashes.map((contentHash) =>
        snapshotDraft(database.pool, workflowId, { definition, contentHash }),
      ),
    );
    expect(new Set(numbers).size).toBe(hashes.length);
    for (const [index, version] of numbers.entries()) {
      expect((await loadWorkflowVersion(database.pool, workflowId, version))?.contentHash).toBe(
        hashes[index],
      );
    }
  });
});
