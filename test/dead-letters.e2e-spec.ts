/**
 * `npm run dead-letters`: lists deliveries that the pipeline could not carry out, and sends them
 * again once the cause is removed.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { topicDeclarations, topics } from '@libs/contracts';
import { deadRecord, dueRecord } from '@libs/delivery';
import { createKafkaEventLog, type EventLog, type RecordAppender } from '@libs/event-log';
import type { KafkaServer } from '@libs/local-stack';
import { type Database, openDatabase } from '@libs/persistence';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Owner, storeOwner, storeSubscription } from './support/delivery-fixtures.js';
import { createMigratedDatabase } from './support/migrated-database.js';
import { startFreshKafka, type TestDatabase } from './support/stack.js';

const tool = join(import.meta.dirname, '../dist/apps/standalone/src/dead-letters.js');
let kafka: KafkaServer;
let testDatabase: TestDatabase;
let database: Database;
let eventLog: EventLog;
let appender: RecordAppender;
let owner: Owner;

const run = (...args: string[]): Promise<{ code: number; lines: string[] }> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      KAFKA_BROKERS: kafka.kafkaBrokers,
      DATABASE_URL: testDatabase.url,
      DATA_DIR: '/nonexistent',
    };
    execFile(process.execPath, [tool, ...args], { env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, lines: `${stdout}${stderr}`.trim().split('\n') });
    });
  });

/** A delivery that failed because of us, and its dead letter. */
async function storeDead(subscriptionId: string, state: string, code: string): Promise<string> {
  const deliveryId = randomUUID();
  await database.pool.query(
    `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, due_at)
     values ($1, $2, $3, 'evt', 'lane', '{}', $4, 2, now())`,
    [deliveryId, subscriptionId, owner.workspaceId, state],
  );
  const due = { deliveryId, subscriptionId, step: 1, dueAt: 0, trigger: 'automatic' };
  const { value, headers } = dueRecord(topics.deliveryRequests, due);
  const order = { topic: topics.deliveryRequests, partition: 1, offset: 7, value, headers };
  await appender.append(deadRecord(deliveryId, order, code, 'It could not be done'));
  return deliveryId;
}

const statesOf = async (ids: readonly string[]): Promise<(string | undefined)[]> => {
  const { rows } = await database.pool.query<{ delivery_id: string; state: string }>(
    'select delivery_id, state from delivery_fence where delivery_id = any($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.delivery_id === id)?.state);
};

beforeAll(async () => {
  [kafka, testDatabase] = await Promise.all([startFreshKafka(), createMigratedDatabase()]);
  database = await openDatabase({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
  eventLog = createKafkaEventLog({
    brokers: kafka.kafkaBrokers.split(','),
    clientId: 'test',
    log: pino({ level: 'silent' }),
  });
  await eventLog.admin.ensureTopics(topicDeclarations(3));
  appender = eventLog.appender();
  owner = await storeOwner(database);
}, 120_000);

afterAll(async () => {
  await appender.close();
  await eventLog.close();
  await database.close();
  await testDatabase.drop();
  await kafka.stop();
});

describe('npm run dead-letters', () => {
  it('lists dead letters and redrives one or all, except succeeded ones', async () => {
    const subscriptionId = await storeSubscription(database, owner, 'https://receiver.example');
    const one = await storeDead(subscriptionId, 'failed', 'SECRET_UNREADABLE');
    const two = await storeDead(subscriptionId, 'failed', 'SECRET_UNREADABLE');
    const ended = await storeDead(subscriptionId, 'succeeded', 'SECRET_UNREADABLE');
    const gone = await storeDead(randomUUID(), 'failed', 'NO_SUCH_DELIVERY');

    const listed = await run('list');
    expect([listed.code, listed.lines.at(-1)]).toEqual([0, '4 dead']);
    const line = listed.lines.find((text) => text.includes(one));
    expect(line).toContain(
      `SECRET_UNREADABLE  It could not be done  ${topics.deliveryRequests}[1]@7`,
    );
    expect((await run('list', 'NO_SUCH_DELIVERY')).lines).toHaveLength(2);

    expect(await run('redrive', one)).toEqual({
      code: 0,
      lines: [`${one}  ordered`, '1 ordered, 0 left'],
    });
    expect(await statesOf([one, two])).toEqual(['pending', 'failed']);

    const all = await run('redrive-all', 'SECRET_UNREADABLE');
    expect([all.code, all.lines.at(-1)]).toEqual([1, '2 ordered, 1 left']);
    expect(all.lines).toContain(`${ended}  left: it is succeeded`);
    expect(await statesOf([one, two, ended, gone])).toEqual([
      'pending',
      'pending',
      'succeeded',
      'failed',
    ]);
    const orders = await eventLog.admin.endOffsets(topics.deliveryRequests);
    expect([...orders.values()].reduce((sum, end) => sum + end, 0)).toBe(3);
  }, 120_000);

  it('prints its usage when an argument is missing', async () => {
    const { code, lines } = await run('redrive');
    expect([code, lines[0]]).toEqual([2, expect.stringContaining('usage: npm run dead-letters')]);
  });
});
