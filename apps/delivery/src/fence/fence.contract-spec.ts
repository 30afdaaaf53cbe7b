/** The fence on a real Postgres: frozen processes; due records that come twice, late or early. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@libs/persistence';
import { createHash, randomUUID } from 'node:crypto';
import {
  type Owner,
  storeOwner,
  storeSubscription,
} from '../../../../test/support/delivery-fixtures.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import type { Claim } from './claim.js';
import { Fence } from './fence.js';

const hourMs = 3_600_000;
const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex');
let testDatabase: TestDatabase;
let database: Database;
let owner: Owner;
let subscriptionId: string;
let deliveryId: string;

const longLease = () => new Fence(database.pool, hourMs);
const noLease = () => new Fence(database.pool, 0);

async function claimed(fence: Fence, step: number): Promise<Claim> {
  const answer = await fence.claim(deliveryId, step);
  if (answer.kind !== 'claimed') throw new Error(`expected a claim, got ${answer.kind}`);
  return answer;
}

const kindOf = async (fence: Fence, step: number): Promise<string> =>
  (await fence.claim(deliveryId, step)).kind;

const advance = (fence: Fence, claim: Claim, state: 'pending' | 'succeeded' = 'pending') =>
  fence.advance({
    deliveryId,
    token: claim.attemptNumber,
    claimedStep: claim.step,
    step: claim.step + 1,
    state,
    attempts: claim.attemptNumber,
    dueAt: null,
  });

beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = await openDatabase({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
  owner = await storeOwner(database);
  subscriptionId = await storeSubscription(database, owner, 'http://receiver.test/');
});

const fenceWith = (body: Buffer, eventId = 'e') => ({
  deliveryId,
  subscriptionId,
  workspaceId: owner.workspaceId,
  eventId,
  body,
  traceparent: null,
  dueAt: null,
});

beforeEach(async () => {
  deliveryId = randomUUID();
  await longLease().insert([fenceWith(Buffer.from('bytes'))]);
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

describe('the fence', () => {
  it('stores many deliveries with shared and separate large bodies', async () => {
    const shared = Buffer.alloc(200 * 1024, 's');
    // pg encodes bytes as text; in one statement these would exceed the longest possible string.
    const bodyOf = (index: number): Buffer =>
      index % 100 === 0 ? Buffer.alloc(200 * 1024, index / 100) : shared;
    const fences = Array.from({ length: 1_400 }, (_, index) => ({
      ...fenceWith(bodyOf(index), 'many'),
      deliveryId: randomUUID(),
    }));
    await longLease().insert(fences);
    await longLease().insert(fences.slice(0, 3));
    const { rows } = await database.pool.query<{ delivery_id: string; hash: string }>(
      "select delivery_id, encode(sha256(body), 'hex') as hash from delivery_fence where event_id = 'many'",
    );
    const hashes = new Map(fences.map(({ body }) => [body, hashOf(body)]));
    expect(new Map(rows.map((row) => [row.delivery_id, row.hash]))).toEqual(
      new Map(fences.map(({ deliveryId: id, body }) => [id, hashes.get(body)])),
    );
  }, 120_000);

  it('keeps the first body of a delivery that is stored again', async () => {
    await longLease().insert([fenceWith(Buffer.from('others'))]);
    expect((await claimed(longLease(), 1)).body.toString()).toBe('bytes');
  });

  it('lets one process at a time claim a step', async () => {
    const answers = await Promise.all(
      [longLease(), longLease(), longLease()].map((fence) => kindOf(fence, 1)),
    );
    expect(answers.sort()).toEqual(['claimed', 'leased', 'leased']);
  });

  it('grants a step after its lease expires, with a new attempt number', async () => {
    const dead = await claimed(noLease(), 1);
    const next = await claimed(longLease(), 1);
    expect([dead.attemptNumber, next.attemptNumber]).toEqual([1, 2]);
    expect([dead.isRepeat, next.isRepeat]).toEqual([false, true]);
    expect(next).toMatchObject({ step: 1, position: 1 });
  });

  it('refuses the outcome of a process that lost its lease', async () => {
    const frozen = noLease();
    const stale = await claimed(frozen, 1);
    const other = longLease();
    const current = await claimed(other, 1);
    expect(await advance(frozen, stale, 'succeeded')).toBe(false);
    expect(await kindOf(longLease(), 1)).toBe('leased');
    expect(await advance(other, current)).toBe(true);
    expect(await kindOf(longLease(), 1)).toBe('moved');
    expect((await claimed(longLease(), 2)).position).toBe(2);
  });

  it('treats a claim of a later step as proof that the earlier one was recorded', async () => {
    await claimed(longLease(), 1);
    const next = { attemptNumber: 2, position: 2, isRepeat: false };
    expect(await claimed(longLease(), 2)).toMatchObject(next);
    expect(await kindOf(longLease(), 1)).toBe('moved');
  });

  it('extends a lease by renewal, but not after another process has claimed the step', async () => {
    const overdue = () =>
      database.pool.query(
        "update delivery_fence set lease_until = now() - interval '1 second' where delivery_id = $1",
        [deliveryId],
      );
    const slow = longLease();
    const own = await claimed(slow, 1);
    await overdue();
    await slow.renew([own]);
    expect(await kindOf(longLease(), 1)).toBe('leased');
    await overdue();
    const other = longLease();
    const next = await claimed(other, 1);
    await slow.renew([own]);
    expect(await advance(slow, own)).toBe(false);
    expect(await advance(other, next)).toBe(true);
  });

  it('records an attempt whose claim Postgres lost, unless another process has it', async () => {
    const takenBack = () =>
      database.pool.query(
        `update delivery_fence set attempts = attempts - 1, lease_owner = null, lease_until = null
         where delivery_id = $1`,
        [deliveryId],
      );
    const fence = longLease();
    const lost = await claimed(fence, 1);
    await takenBack();
    const others = await claimed(longLease(), 1);
    expect(others.attemptNumber).toBe(lost.attemptNumber);
    expect(await advance(fence, lost, 'succeeded')).toBe(false);
    await takenBack();
    expect(await advance(fence, lost, 'succeeded')).toBe(true);
    expect(await kindOf(longLease(), 1)).toBe('moved');
  });

  it('grants no step of an ended or a missing delivery', async () => {
    const fence = longLease();
    await advance(fence, await claimed(fence, 1), 'succeeded');
    expect(await kindOf(fence, 1)).toBe('moved');
    expect(await kindOf(fence, 2)).toBe('moved');
    expect((await fence.claim(randomUUID(), 1)).kind).toBe('missing');
  });

  it('finds an orphan once after its tier and grace, unless it is leased or parked', async () => {
    const fence = longLease();
    const overdue = (ms: number) =>
      database.pool.query(
        "update delivery_fence set due_at = now() - $2::int * interval '1 millisecond' where delivery_id = $1",
        [deliveryId, ms],
      );
    const sweep = async () =>
      (await fence.markOrphans(60_000, [5_000, 15_000], 10)).map((orphan) => orphan.deliveryId);
    await overdue(59_000);
    expect(await sweep()).toEqual([]);
    await overdue(61_000);
    expect(await sweep()).toEqual([deliveryId]);
    expect(await sweep()).toEqual([]);

    await advance(fence, await claimed(fence, 1));
    await overdue(64_000);
    expect(await sweep()).toEqual([]);
    await overdue(66_000);
    await fence.postpone([{ deliveryId, dueAt: Date.now() + 5_000 }]);
    expect(await sweep()).toEqual([]);
    await overdue(66_000);
    await claimed(fence, 2);
    expect(await sweep()).toEqual([]);
  });

  it('grants no step in a database that may be a copy until its catch-up is complete', async () => {
    const fence = longLease();
    const { pool } = database;
    await pool.query("update census_done set instance = 'before' where subject = 'deliveries'");
    await expect(fence.claim(deliveryId, 1)).rejects.toThrow('not complete');
    await expect(fence.claim(randomUUID(), 1)).rejects.toThrow('not complete');
    await pool.query('update census_done set instance = database_instance()');
    expect(await kindOf(fence, 1)).toBe('claimed');
  });

  it('adopts the attempts and the outcome of a delivery from the read model', async () => {
    const fence = longLease();
    const project = async (state: string, attempts: number): Promise<void> => {
      await database.pool.query(
        `insert into delivery (id, subscription_id, workspace_id, event_id, url, state, attempts, max_attempts, created_at, updated_at)
        values ($1, $2, $3, 'e', 'u', $4, $5, 5, now(), now())
        on conflict (id) do update set state = excluded.state, attempts = excluded.attempts`,
        [deliveryId, subscriptionId, owner.workspaceId, state, attempts],
      );
      await database.pool.query(
        `insert into delivery_attempt (delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, state)
        values ($1, $2, $2, 'automatic', 'u', now(), 1, $3) on conflict do nothing`,
        [deliveryId, attempts, state],
      );
    };
    await project('pending', 0);
    await fence.catchUpAll();
    // Two more attempts were made since the fence was restored.
    await project('pending', 2);
    await fence.catchUpAll();
    expect(await kindOf(fence, 1)).toBe('moved');
    expect(await claimed(fence, 3)).toMatchObject({ attemptNumber: 3, step: 3 });
    await project('succeeded', 3);
    expect(await fence.catchUp([deliveryId])).toEqual(new Set([deliveryId]));
    expect(await kindOf(fence, 4)).toBe('moved');
  });
});
