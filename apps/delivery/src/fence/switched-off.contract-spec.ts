/** Fences of deliveries that an inactive subscription misses, on a real Postgres. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import {
  type Owner,
  storeOwner,
  storeSubscription,
} from '../../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../../test/support/eventually.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { Fence } from './fence.js';

let testDatabase: TestDatabase;
let database: Database;
let owner: Owner;
let subscriptionId: string;

const longLease = () => new Fence(database.pool, 3_600_000);

beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = await openDatabase({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
  owner = await storeOwner(database);
  subscriptionId = await storeSubscription(database, owner, 'http://receiver.test/');
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

describe('the fence of an inactive subscription', () => {
  const newFence = (id: string) => ({
    deliveryId: randomUUID(),
    subscriptionId: id,
    workspaceId: owner.workspaceId,
    eventId: 'e',
    body: Buffer.from('bytes'),
    traceparent: null,
    dueAt: null,
  });
  const stateOf = async (id: string): Promise<unknown> =>
    (
      await database.pool.query<{ state: string }>(
        'select state from delivery_fence where delivery_id = $1',
        [id],
      )
    ).rows[0]?.state;
  const switchedOn = 'update subscription set active = true where id = $1';

  it('stores a missed delivery as suppressed, and reports it again on a repeat', async () => {
    const off = await storeSubscription(database, owner, 'http://off.test/', { active: false });
    const [missed, other] = [newFence(off), newFence(subscriptionId)];
    expect(await longLease().insert([missed, other])).toEqual(new Set([missed.deliveryId]));
    await database.pool.query(switchedOn, [off]);
    expect(await longLease().insert([missed, other])).toEqual(new Set([missed.deliveryId]));
    expect([await stateOf(missed.deliveryId), await stateOf(other.deliveryId)]).toEqual([
      'suppressed',
      'pending',
    ]);
  });

  it('suppresses nothing when it has to wait for the activation of the subscription', async () => {
    const off = await storeSubscription(database, owner, 'http://off.test/', { active: false });
    const [planned, attempted] = [newFence(off), newFence(off)];
    await longLease().insert([attempted]);
    await database.pool.query(
      "update delivery_fence set state = 'pending' where delivery_id = $1",
      [attempted.deliveryId],
    );
    const fence = longLease();
    const claim = await fence.claim(attempted.deliveryId, 1);
    if (claim.kind !== 'claimed') throw new Error('not claimed');
    expect(claim).toMatchObject({ accountId: owner.accountId, subscription: { active: false } });

    const activation = await database.pool.connect();
    await activation.query('begin');
    await activation.query(switchedOn, [off]);
    const ends = Promise.all([
      longLease().insert([planned]),
      fence.suppress({
        deliveryId: attempted.deliveryId,
        subscriptionId: off,
        token: claim.attemptNumber,
        claimedStep: 1,
      }),
    ]);
    await eventually('both wait for the activation', async () => {
      const { rows } = await database.pool.query<{ waiting: number }>(
        "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows[0]?.waiting === 2;
    });
    await activation.query('commit');
    activation.release();
    expect(await ends).toEqual([new Set(), false]);
    expect([await stateOf(planned.deliveryId), await stateOf(attempted.deliveryId)]).toEqual([
      'pending',
      'pending',
    ]);
  });

  it('suppresses the step only for its lease owner and does not count the attempt', async () => {
    const off = await storeSubscription(database, owner, 'http://off.test/');
    const one = newFence(off);
    const fence = longLease();
    await fence.insert([one]);
    const claim = await fence.claim(one.deliveryId, 1);
    if (claim.kind !== 'claimed') throw new Error('not claimed');
    await database.pool.query('update subscription set active = false where id = $1', [off]);
    const end = {
      deliveryId: one.deliveryId,
      subscriptionId: off,
      token: claim.attemptNumber,
      claimedStep: 1,
    };
    expect(await longLease().suppress(end)).toBe(false);
    expect(await fence.suppress(end)).toBe(true);
    const { rows } = await database.pool.query(
      'select state, step, attempts, lease_owner from delivery_fence where delivery_id = $1',
      [one.deliveryId],
    );
    expect(rows).toEqual([{ state: 'suppressed', step: 2, attempts: 0, lease_owner: null }]);
  });
});
