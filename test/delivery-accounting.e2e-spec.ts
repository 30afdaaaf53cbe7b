/**
 * Accounts for every delivery while receivers fail by a plan, and delivery processes are killed,
 * replaced and added during every tier. Tiers are 20 times shorter. `npm run test:delivery` is the
 * long form: 10,000 deliveries, and once with the real tiers.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  decodeRecord,
  deliveryIdOf,
  type DeliveryAttempted,
  delayTiers,
  topicDeclarations,
  topics,
} from '@libs/contracts';
import { createKafkaEventLog, type EventLog } from '@libs/event-log';
import type { KafkaServer } from '@libs/local-stack';
import { type Database, openDatabase } from '@libs/persistence';
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import {
  completion,
  completionRecord,
  masterKey,
  storeOwner,
  storeSubscription,
} from './support/delivery-fixtures.js';
import { eventually } from './support/eventually.js';
import { type RunningApp, startApp, stopAllApps } from './support/processes.js';
import { repeatNotes } from './support/repeat-notes.js';
import {
  answer,
  type ReceivedRequest,
  type Receiver,
  type Reply,
  startReceiver,
} from './support/receiver.js';
import { createMigratedDatabase } from './support/migrated-database.js';
import { startFreshKafka, type TestDatabase } from './support/stack.js';

const deliveryCount = Number(process.env['FLOWLEDGER_ACCOUNTED_DELIVERIES'] ?? 600);
const receiverCount = 5;
const maxAttempts = 5;
const delayScale = Number(process.env['FLOWLEDGER_ACCOUNTED_DELAY_SCALE'] ?? 20);
/** Longest wait for the next event: the longest tier in use, plus time for a slow machine. */
const withinMs = 120_000 + (2 * 180_000) / delayScale;
const timeoutMs = 1_500;

let kafka: KafkaServer;
let testDatabase: TestDatabase;
let database: Database;
let eventLog: EventLog;
const receivers: Receiver[] = [];
const requestsOf = new Map<string, ReceivedRequest[]>();

const started: RunningApp[] = [];

async function startDelivery(): Promise<RunningApp> {
  const app = await startApp('delivery', {
    DATABASE_URL: testDatabase.url,
    KAFKA_BROKERS: kafka.kafkaBrokers,
    MASTER_KEY: masterKey.toString('base64'),
    EGRESS_ALLOW: '127.0.0.0/8',
    FLOWLEDGER_DELAY_SCALE: String(delayScale),
    FLOWLEDGER_DELIVERY_TIMEOUT_MS: String(timeoutMs),
  });
  started.push(app);
  return app;
}

/**
 * The plan: the number of initial requests that fail, 0 to 6. With five or more the delivery is
 * exhausted.
 */
const failuresOf = (deliveryId: string): number =>
  (createHash('sha256').update(deliveryId).digest()[0] ?? 0) % 7;

const failures: readonly Reply[] = [
  answer(503),
  { kind: 'reset' },
  answer(429, { 'retry-after': '0' }),
  { kind: 'reset-in-body' },
  answer(500, {}, 'x'.repeat(10_000)),
];

function reply(request: ReceivedRequest): Reply {
  const deliveryId = String(request.headers['service-delivery-id']);
  const sofar = requestsOf.get(deliveryId) ?? [];
  requestsOf.set(deliveryId, [...sofar, request]);
  if (sofar.length >= failuresOf(deliveryId)) return answer(200);
  return failures[sofar.length % failures.length] ?? answer(500);
}

async function attemptsByDelivery(): Promise<Map<string, DeliveryAttempted[]>> {
  const attempts: DeliveryAttempted[] = [];
  const topic = topics.deliveryEvents;
  for (const [partition, end] of await eventLog.admin.endOffsets(topic)) {
    if (end === 0) continue;
    await eventLog.readRange({ topic, partition }, 0, end, (records) => {
      for (const { value } of records) {
        const event = decodeRecord(value);
        if (event.type === 'DeliveryAttempted') attempts.push(event.data);
      }
    });
  }
  return Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
}

async function ended(ids: readonly string[]): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::int as count from delivery_fence where delivery_id = any($1) and state in ('succeeded', 'exhausted')",
    [ids],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Repeatedly kills or stops a process and starts a new one.
 * @returns times of the SIGKILLs, epoch ms
 */
async function disturb(first: readonly RunningApp[], rounds: number): Promise<number[]> {
  const running = [...first];
  const killedAt: number[] = [];
  const arrived = () => [...requestsOf.values()].reduce((sum, { length }) => sum + length, 0);
  // At the last kill: while the next process starts, a slow machine may see the rest arrive.
  let before = 0;
  for (let round = 0; round < rounds; round += 1) {
    // From the first tier on, each kill happens while deliveries wait in that tier.
    const step = Math.min(round + 1, maxAttempts - 1);
    const haveReached = () =>
      [...requestsOf.values()].filter(({ length }) => length >= step).length;
    await eventually(
      `requests since the last kill, some of them of step ${step}`,
      () => arrived() > before + 20 && haveReached() >= 5,
      { withinMs },
    );
    before = arrived();
    await running.shift()?.kill(round % 3 === 2 ? 'SIGTERM' : 'SIGKILL');
    if (round % 3 !== 2) killedAt.push(Date.now());
    running.push(await startDelivery());
  }
  return killedAt;
}

/** Requests beyond one per step of the schedule. */
const repeatsOf = (requests: readonly unknown[], attempts: readonly DeliveryAttempted[]): number =>
  requests.length - new Set(attempts.map(({ step }) => step)).size;

/** A kill fell between two requests, or after a request if not every result was recorded. */
const wasInFlight = (
  receivedAt: readonly number[],
  attempts: readonly DeliveryAttempted[],
  killedAt: readonly number[],
): boolean =>
  receivedAt.some((at, index) => {
    const next = attempts.length < receivedAt.length ? Infinity : (receivedAt[index + 1] ?? 0);
    return killedAt.some((killed) => at <= killed && killed <= next);
  });

/** Delay of retries from due time to start. For people only; nothing is asserted. */
function report(
  attempts: ReadonlyMap<string, readonly DeliveryAttempted[]>,
  repeats: number,
  held: number,
): void {
  if (process.env['FLOWLEDGER_ACCOUNTED_REPORT'] === undefined) return;
  const late = [...attempts.values()].flatMap((made) =>
    made.flatMap((attempt) => {
      const before = made.find(({ step }) => step === attempt.step - 1);
      const dueAt = before?.nextDueAt ?? null;
      return dueAt === null ? [] : [attempt.startedAt - dueAt];
    }),
  );
  late.sort((a, b) => a - b);
  const at = (share: number) => late[Math.floor((late.length - 1) * share)];
  console.log(
    `${attempts.size} deliveries, ${late.length} retries; start after the due time in ms: least ${at(0)}, p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}; requests repeated: ${repeats} in flight at a kill, ${held} held too long`,
  );
}

beforeAll(async () => {
  [kafka, testDatabase] = await Promise.all([startFreshKafka(), createMigratedDatabase()]);
  database = await openDatabase({ url: testDatabase.url, poolSize: 3, applicationName: 'test' });
  eventLog = createKafkaEventLog({
    brokers: kafka.kafkaBrokers.split(','),
    clientId: 'test',
    log: pino({ level: 'silent' }),
  });
  await eventLog.admin.ensureTopics(topicDeclarations(3));
}, 120_000);

afterAll(async () => {
  await stopAllApps();
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await eventLog.close();
  await database.close();
  await testDatabase.drop();
  await kafka.stop();
});

describe('deliveries under failing receivers and killed processes', () => {
  it('end as planned, never early, and repeat no attempt without logging it', async () => {
    const appender = eventLog.appender();
    const ids: string[] = [];
    const completions = [];
    for (let index = 0; index < receiverCount; index += 1) {
      const receiver = await startReceiver(reply);
      receivers.push(receiver);
      const owner = await storeOwner(database);
      const subscriptionId = await storeSubscription(database, owner, receiver.url);
      for (let count = 0; count < deliveryCount / receiverCount; count += 1) {
        const completed = completion(owner);
        completions.push(completed);
        ids.push(deliveryIdOf(completed.eventId, subscriptionId));
      }
    }
    const apps = [await startDelivery(), await startDelivery()];
    await Promise.all(completions.map((completed) => appender.append(completionRecord(completed))));
    await appender.close();
    const killedAt = await disturb(apps, 4);
    await eventually('every delivery ended', async () => (await ended(ids)) === ids.length, {
      withinMs: withinMs + deliveryCount * 60 + (2 * 260_000) / delayScale,
    });

    const attempts = await attemptsByDelivery();
    const notes = repeatNotes(started);
    let repeats = 0;
    let heldTooLong = 0;
    for (const id of ids) {
      const requests = requestsOf.get(id) ?? [];
      const made = (attempts.get(id) ?? []).toSorted((a, b) => a.attemptNumber - b.attemptNumber);
      const last = made.at(-1);
      const planned = requests.length > failuresOf(id) ? 'succeeded' : 'exhausted';
      expect([id, last?.state]).toEqual([id, planned]);
      if (planned === 'exhausted') expect(last?.step).toBe(maxAttempts);
      for (const { body } of requests) expect(body.equals(requests[0]!.body)).toBe(true);
      for (const attempt of made) {
        if (attempt.nextDueAt === null) continue;
        const tier = delayTiers[attempt.step - 1] ?? delayTiers[0];
        expect(attempt.nextDueAt).toBeGreaterThanOrEqual(
          attempt.occurredAt + tier.delayMs / delayScale,
        );
        // A step in flight at a kill is attempted again, and each attempt sets a next due time: the
        // earliest counts.
        const dueAt = Math.min(
          ...made.flatMap(({ step, nextDueAt }) =>
            step === attempt.step && nextDueAt !== null ? [nextDueAt] : [],
          ),
        );
        for (const next of made.filter(({ step }) => step === attempt.step + 1))
          expect(next.startedAt).toBeGreaterThanOrEqual(dueAt);
      }
      const repeated = repeatsOf(requests, made);
      if (repeated > 0) {
        const said = notes.get(id) ?? [];
        const announced = said.filter(({ code }) => code !== 'LEASE_LOST').length >= repeated;
        const receivedAt = requests.map((request) => request.receivedAt);
        // A live process exceeded its lease, or was stopped gracefully before the answer; it logs
        // that.
        const admitted = said.some(({ code }) => code !== 'ATTEMPT_REPEATED');
        const inFlight = wasInFlight(receivedAt, made, killedAt);
        // The full evidence, so that a failure can be explained.
        expect([announced, admitted || inFlight, { id, receivedAt, killedAt, made, said }]).toEqual(
          [true, true, expect.anything()],
        );
        if (admitted) heldTooLong += repeated;
        else repeats += repeated;
      }
    }
    expect(new Set(requestsOf.keys())).toEqual(new Set(ids));
    // Each receiver's slots, plus answered attempts not yet recorded in the log and database
    // (maxUnrecorded of sender.ts).
    expect(repeats).toBeLessThanOrEqual(killedAt.length * (receiverCount * 10 + 500));
    report(attempts, repeats, heldTooLong);
  }, 7_200_000);
});
