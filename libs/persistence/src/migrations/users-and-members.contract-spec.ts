import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '../../../../test/support/stack.js';
import { type Database, migrate, openDatabase } from '../database.js';
import { UsersAndMembers1795272177040 } from './1795272177040-users-and-members.js';
import { Sessions1796000100000 } from './1796000100000-sessions.js';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  await migrate(created.url);
  database = await openDatabase({ url: created.url, poolSize: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await drop();
});

it('gives each live workspace an owner and its API keys the owner role', async () => {
  const migration = new UsersAndMembers1795272177040();
  const runner = database.dataSource.createQueryRunner();
  // Its tables refer to users.
  await new Sessions1796000100000().down(runner);
  await migration.down(runner);
  const [account, live, erased] = [randomUUID(), randomUUID(), randomUUID()];
  await runner.query("insert into account (id, name, plan) values ($1, 'A', 'free')", [account]);
  for (const [id, erasedAt] of [
    [live, null],
    [erased, new Date()],
  ]) {
    await runner.query(
      "insert into workspace (id, account_id, name, wrapped_key, erased_at) values ($1, $2, 'W', '', $3)",
      [id, account, erasedAt],
    );
  }
  const addKey = (hash: string): Promise<unknown> =>
    runner.query(
      "insert into api_key (id, workspace_id, account_id, name, key_hash, key_prefix, scopes) values ($1, $2, $3, 'k', $4, 'fl', '{}')",
      [randomUUID(), live, account, Buffer.from(hash)],
    );
  await addKey('before');
  await migration.up(runner);
  await addKey('by the previous release, still running');
  const members = await runner.query('select workspace_id, role from workspace_member');
  expect(members).toEqual([{ workspace_id: live, role: 'owner' }]);
  const keys = await runner.query('select user_id, role from api_key');
  expect(keys).toEqual([
    { user_id: null, role: 'owner' },
    { user_id: null, role: 'owner' },
  ]);
  await runner.release();
});
