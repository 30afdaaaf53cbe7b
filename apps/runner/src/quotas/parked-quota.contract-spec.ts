import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountLimits, type Database, openDatabase } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { ParkedQuota } from './parked-quota.js';

let test: TestDatabase;
let database: Database;
/** Nothing listens there. */
const nowhere = new pg.Pool({ connectionString: 'postgres://u:p@127.0.0.1:1/x' });

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 3, applicationName: 'test' });
});
afterAll(async () => {
  await nowhere.end();
  await database.close();
  await test.drop();
});

const quota = (pool = database.pool): ParkedQuota =>
  new ParkedQuota({ pool }, (_, { parkedExecutions = 1_000 }) => parkedExecutions);

/** An account with two workspaces. */
async function account(limits: AccountLimits): Promise<{ id: string; workspaces: string[] }> {
  const [id, ...workspaces] = [randomUUID(), randomUUID(), randomUUID()];
  const { pool } = database;
  await pool.query("insert into account (id, name, plan, limits) values ($1, 'a', 'free', $2)", [
    id,
    limits,
  ]);
  for (const workspace of workspaces)
    await pool.query(
      "insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'w', '')",
      [workspace, id],
    );
  return { id, workspaces };
}

const park = (workspaceId: string, kind: string, resumedSequence: number | null = null) =>
  database.pool.query(
    `insert into parked_execution (execution_id, workspace_id, sequence, parked_at, waits, state, resumed_sequence)
     values (gen_random_uuid(), $1, 1, now(), $2, '{}', $3)`,
    [workspaceId, JSON.stringify([{ kind }]), resumedSequence],
  );

describe('the quota of parked executions', () => {
  it('counts those that wait now in all workspaces, but not those that the engine queues', async () => {
    const { id, workspaces } = await account({ parkedExecutions: 3 });
    for (const workspace of workspaces) {
      await park(workspace, 'timer');
      await park(workspace, 'turn');
      await park(workspace, 'approval', 5);
    }
    const one = quota();
    expect(await one.admit(id)).toBeNull();
    const refusal = await one.admit(id);
    expect(refusal?.code).toBe('PARKED_QUOTA_EXCEEDED');
    expect(refusal?.message).toContain('quota of 3 parked executions');
    expect(refusal?.message).toContain('ask the operator to raise the quota "parkedExecutions"');
  });

  it('counts what it admits, so that executions that park at the same time cannot exceed it', async () => {
    const { id } = await account({ parkedExecutions: 5 });
    const one = quota();
    const answers = await Promise.all(Array.from({ length: 20 }, async () => one.admit(id)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(5);
    const { id: other } = await account({ parkedExecutions: 5 });
    expect(await one.admit(other)).toBeNull();
  });

  it('is read once for many', async () => {
    const { id } = await account({});
    let statements = 0;
    const pool = new Proxy(database.pool, {
      get(target, property, receiver) {
        if (property === 'query') statements += 1;
        return Reflect.get(target, property, receiver) as unknown;
      },
    });
    const one = quota(pool);
    await Promise.all(Array.from({ length: 50 }, async () => one.admit(id)));
    expect(one.admit(id)).toBeNull();
    expect(statements).toBe(2);
  });

  it('lets executions park while the database does not answer, so that no accepted work is lost', async () => {
    const { id } = await account({ parkedExecutions: 0 });
    expect(await quota(nowhere).admit(id)).toBeNull();
    expect(await quota().admit(id)).not.toBeNull();
  });
});
