/** What a runner reads of a workspace before an execution begins, over a real database. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CompiledWorkflow } from '@libs/blocks';
import { maxEnvironmentBytes, maxRecordBytes } from '@libs/contracts';
import { openDatabase, type Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { EnvironmentSource, EnvironmentTooLargeError } from './environment.js';
import { SecretSource } from './secrets.js';

const [accountId, workspaceId, otherId] = [randomUUID(), randomUUID(), randomUUID()];
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = await openDatabase({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
  const { pool } = database;
  await pool.query("insert into account (id, name, plan) values ($1, 'a', 'free')", [accountId]);
  for (const id of [workspaceId, otherId])
    await pool.query(
      "insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'w', '')",
      [id, accountId],
    );
  const large = JSON.stringify('x'.repeat(60 * 1_024));
  for (const [id, name, value] of [
    [workspaceId, 'B', '{"z":1, "a":[1.10]}'],
    [workspaceId, 'A', '"one"'],
    [otherId, 'A', '"of another tenant"'],
    [otherId, 'C', '"of another tenant"'],
    ...['L1', 'L2', 'L3', 'L4'].map((one) => [workspaceId, one, large] as const),
  ] as const)
    await pool.query(
      'insert into workspace_variable (workspace_id, name, value) values ($1, $2, $3)',
      [id, name, value],
    );
}, 120_000);

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const workflowOf = (environment: readonly string[], secrets: readonly string[] = []) =>
  ({
    environmentNames: new Set(environment),
    secretNames: new Set(secrets),
  }) as unknown as CompiledWorkflow;
const load = (names: readonly string[], input = '{}'): Promise<string | null> =>
  new EnvironmentSource(database).load(workflowOf(names), { workspaceId, input, carried: null });

describe('the variables of a workspace', () => {
  it('are loaded unchanged, for this workspace only, and only when they are used', async () => {
    expect(await load(['B', 'A', 'C', 'NONE'])).toBe('{"A":"one","B":{"z":1, "a":[1.10]}}');
    expect(await load([])).toBeNull();
    expect(await load(['NONE'])).toBe('{}');
  });

  it('are refused when they are too large for a start event', async () => {
    expect((await load(['L1', 'L2']))?.length).toBeLessThan(maxEnvironmentBytes);
    await expect(load(['A', 'L1', 'L2', 'L3', 'L4'])).rejects.toThrow(EnvironmentTooLargeError);
    const input = 'x'.repeat(maxRecordBytes - 64 * 1_024 - 5);
    await expect(load(['A'], input)).rejects.toThrow(EnvironmentTooLargeError);
  });
});

describe('the secrets of a workspace', () => {
  it('are loaded with the hosts that they name', async () => {
    await database.pool.query(
      `insert into workspace_secret (workspace_id, name, ciphertext, allowed_hosts)
       values ($1, 'FREE', 'f', default), ($1, 'BOUND', 'b', '{erp.example,*.shop.example}')`,
      [workspaceId],
    );
    const cipher = { decrypt: (_: string, sealed: Buffer) => Promise.resolve(sealed.toString()) };
    const values = await new SecretSource(database, cipher).load(
      workflowOf([], ['FREE', 'BOUND', 'NONE']),
      { workspaceId, input: '{}' },
    );
    expect(values.byName).toEqual(
      new Map([
        ['FREE', 'f'],
        ['BOUND', 'b'],
      ]),
    );
    expect(values.hosts).toEqual(new Map([['BOUND', ['erp.example', '*.shop.example']]]));
    expect(values.masked).toEqual(expect.arrayContaining(['f', 'b']));
  });
});
