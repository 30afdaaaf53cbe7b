import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newDataKey, wrapKey } from '@libs/security';
import { randomUUID } from 'node:crypto';
import {
  storeSubscription,
  masterKey as before,
  type Owner,
  storeOwner,
} from '../../../test/support/delivery-fixtures.js';
import { createMigratedDatabase } from '../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../test/support/stack.js';
import { type Database, openDatabase } from './database.js';
import { checkMasterKey, resetLostWorkspaces, rewrapWorkspaceKeys } from './master-key-rotation.js';
import { createWorkspaceCipher } from './workspace-cipher.js';

const after = Buffer.alloc(32, 9);
let test: TestDatabase;
let database: Database;
let owner: Owner;

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 5, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(async () => {
  await database.pool.query('truncate account cascade');
  owner = await storeOwner(database);
  await storeOwner(database);
});

describe('rotating the master key', () => {
  it('keeps sealed values readable before, during and after the rotation', async () => {
    const { pool } = database;
    const old = createWorkspaceCipher(database, before);
    const sealed = await old.encrypt(owner.workspaceId, 'hunter2', 'secret:A');
    const read = (keys: Parameters<typeof createWorkspaceCipher>[1]) =>
      createWorkspaceCipher(database, keys).decrypt(owner.workspaceId, sealed, 'secret:A');

    expect(await checkMasterKey(pool, [after, before])).toEqual({
      current: 0,
      previous: 2,
      lost: [],
    });
    expect(await read([after, before])).toBe('hunter2');
    expect(await rewrapWorkspaceKeys(pool, [after, before])).toBe(2);
    expect(await rewrapWorkspaceKeys(pool, [after, before])).toBe(0);
    expect(await checkMasterKey(pool, [after])).toEqual({ current: 2, previous: 0, lost: [] });
    expect(await read([after])).toBe('hunter2');
    await expect(read(before)).rejects.toMatchObject({ code: 'OTHER_MASTER_KEY' });
  });

  it('changes nothing without the previous key', async () => {
    expect(await rewrapWorkspaceKeys(database.pool, [after])).toBe(0);
    expect((await checkMasterKey(database.pool, [after])).lost).toHaveLength(2);
  });
});

describe('a lost master key', () => {
  it('removes only the secrets of the workspaces that it wrapped', async () => {
    const { pool } = database;
    const safe = await storeOwner(database);
    await pool.query('update workspace set wrapped_key = $2 where id = $1', [
      safe.workspaceId,
      wrapKey(after, newDataKey()),
    ]);
    const signed = await storeSubscription(database, owner, 'http://a.example', { secret: 's' });
    const plain = await storeSubscription(database, owner, 'http://b.example');
    for (const { workspaceId } of [owner, safe]) {
      await pool.query(
        "insert into workspace_secret (workspace_id, name, ciphertext) values ($1, 'A', '')",
        [workspaceId],
      );
    }
    const reset = await resetLostWorkspaces(pool, [after]);
    expect(reset).toHaveLength(2);
    expect(reset).toContain(owner.workspaceId);
    expect(await checkMasterKey(pool, [after])).toMatchObject({ current: 3, lost: [] });
    const secrets = await pool.query('select workspace_id from workspace_secret');
    expect(secrets.rows).toEqual([{ workspace_id: safe.workspaceId }]);
    const { rows } = await pool.query<{ id: string; active: boolean; reason: string | null }>(
      'select id, active, deactivated_reason as reason from subscription',
    );
    expect(new Map(rows.map(({ id, active, reason }) => [id, [active, reason]]))).toEqual(
      new Map([
        [signed, [false, 'MASTER_KEY_LOST']],
        [plain, [true, null]],
      ]),
    );
    const cipher = createWorkspaceCipher(database, after);
    const sealed = await cipher.encrypt(owner.workspaceId, randomUUID(), 'secret:B');
    expect(await cipher.decrypt(owner.workspaceId, sealed, 'secret:B')).toMatch(/-/);
  });
});
