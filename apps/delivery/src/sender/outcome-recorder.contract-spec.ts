/** How an attempt is recorded on a real Postgres while the log accepts nothing. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Config } from '@libs/config';
import { endpointKeyOf } from '@libs/delivery';
import type { OutgoingRecord } from '@libs/event-log';
import { type Database, openDatabase } from '@libs/persistence';
import { Metrics } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { storeOwner, storeSubscription } from '../../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../../test/support/eventually.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { createDeliveryMetrics } from '../delivery-metrics.js';
import { Fence } from '../fence/fence.js';
import { SubscriptionHealth } from '../subscriptions/subscription-health.js';
import { OutcomeRecorder } from './outcome-recorder.js';

const config = { FLOWLEDGER_MAX_ATTEMPTS: 5, FLOWLEDGER_DELAY_SCALE: 1 } as Config;
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = await openDatabase({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** A log that accepts nothing until it is opened. */
function closedLog() {
  const { promise: opened, resolve: open } = Promise.withResolvers<unknown>();
  const appended: OutgoingRecord[] = [];
  const append = async (record: OutgoingRecord) => {
    await opened;
    appended.push(record);
    return { topic: record.topic, partition: 0, offset: 0 };
  };
  const close = () => Promise.resolve();
  return {
    open,
    appended,
    appender: { append, oldestPendingMs: () => 0, isCrowded: () => false, close },
  };
}

describe('the outcome of an attempt', () => {
  it('keeps its lease while the log accepts nothing, and is recorded once', async () => {
    const owner = await storeOwner(database);
    const subscriptionId = await storeSubscription(database, owner, 'https://receiver.example');
    const deliveryId = randomUUID();
    const fence = new Fence(database.pool, 4_000);
    const other = new Fence(database.pool, 4_000);
    const ids = { deliveryId, subscriptionId, workspaceId: owner.workspaceId };
    const body = Buffer.from('{}');
    await fence.insert([{ ...ids, eventId: 'e', body, traceparent: null, dueAt: null }]);
    const claim = await fence.claim(deliveryId, 1);
    if (claim.kind !== 'claimed' || claim.subscription === null) throw new Error('not claimed');

    const { open, appended, appender } = closedLog();
    const { pool } = database;
    const health = new SubscriptionHealth({
      pool,
      appender,
      config,
      news: { tell: () => Promise.resolve() },
      onDeactivated: () => undefined,
    });
    const metrics = createDeliveryMetrics(new Metrics());
    const logger = pino({ level: 'silent' });
    const common = { appender, fence, health, metrics, config, logger };
    const recorder = new OutcomeRecorder({ ...common, random: Math.random });
    const now = Date.now();
    const recorded = recorder.record(
      {
        ...{ deliveryId, subscriptionId, endpointKey: endpointKeyOf(subscriptionId) },
        ...{ step: 1, dueAt: now, trigger: 'automatic' },
      },
      claim,
      claim.subscription,
      {
        outcome: { kind: 'answer', status: 200, headers: {} },
        ...{ startedAt: now, endedAt: now, responseBody: '', errorMessage: null },
      },
      new AbortController().signal,
    );
    // By Postgres' clock: the claim's original lease is over, and the renewed one is in force.
    const isLeased = async () => {
      const { rows } = await pool.query<{ held: boolean }>(
        `select now() > created_at + interval '4 seconds' and lease_until > now() + interval '1 second' as held
         from delivery_fence where delivery_id = $1`,
        [deliveryId],
      );
      return rows[0]?.held === true;
    };
    await eventually('the lease outlives itself', isLeased, { withinMs: 60_000 });
    expect(await other.claim(deliveryId, 1)).toEqual({ kind: 'leased' });
    open(null);
    expect(await recorded).toMatchObject({ kind: 'succeeded' });
    expect(await other.claim(deliveryId, 1)).toEqual({ kind: 'moved' });
    expect(appended).toHaveLength(1);
  }, 120_000);
});
