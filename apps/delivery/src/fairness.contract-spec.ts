/**
 * One subscription must not slow down others, whatever they share. Attempts may last 60 s here, so
 * that a hung receiver stays hung.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeRecord, delayTiers, deliveryIdOf, encodeRecord, topics } from '@libs/contracts';
import type { OutgoingRecord } from '@libs/event-log';
import { createHash, randomUUID } from 'node:crypto';
import {
  completion,
  completionRecord,
  storeOwner,
  storeSubscription,
} from '../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../test/support/eventually.js';
import { answer, type Receiver, startReceiver } from '../../../test/support/receiver.js';
import {
  appender,
  closeReceivers,
  closeSaga,
  database,
  deliver,
  handOver,
  openSaga,
  owner,
  reaches,
  receive,
  receivers,
  recordsOf,
} from './testing/saga.js';

const slots = 10;

beforeAll(() => openSaga({ FLOWLEDGER_DELIVERY_TIMEOUT_MS: '60000' }), 120_000);
afterEach(closeReceivers);
afterAll(closeSaga);

interface Ids {
  readonly deliveryId: string;
  readonly subscriptionId: string;
}

/** One host: `/hang` never answers; every other path does. */
async function receiveHalfHung(): Promise<Receiver> {
  const receiver = await startReceiver(({ path }) =>
    path === '/hang' ? { kind: 'hang' } : answer(200),
  );
  receivers.push(receiver);
  return receiver;
}

const arrivedAt = (receiver: Receiver, wanted: string): number =>
  receiver.requests.filter(({ path }) => path === wanted).length;

/** A due delivery, stored without a due record. */
async function storeDue(subscriptionId: string): Promise<Ids> {
  const deliveryId = randomUUID();
  await database.pool.query(
    `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, due_at)
     values ($1, $2, $3, 'evt', 'key', '{}', 'pending', 1, now())`,
    [deliveryId, subscriptionId, owner.workspaceId],
  );
  return { deliveryId, subscriptionId };
}

/** As releases up to 0.1 wrote it: keyed by the receiver's origin. */
const dueRecordByOrigin = (topic: string, origin: string, ids: Ids): OutgoingRecord => {
  const endpointKey = createHash('sha256').update(origin).digest('hex').slice(0, 32);
  const due = { ...ids, step: 1, endpointKey, dueAt: Date.now(), trigger: 'automatic' };
  return { topic, key: endpointKey, value: encodeRecord('DeliveryDue', due) };
};

describe('a hung or limited subscription', () => {
  it('does not block a delivery to another receiver', async () => {
    const [hung, healthy] = [await receive({ kind: 'hang' }), await receive()];
    await storeSubscription(database, owner, hung.url);
    const flood = Array.from({ length: 60 }, () => completion(owner));
    await Promise.all(flood.map((completed) => appender.append(completionRecord(completed))));
    await hung.until((requests) => requests.length >= 10);
    await database.pool.query('update subscription set deleted_at = now() where url = $1', [
      hung.url,
    ]);
    const { deliveryId } = await deliver(healthy.url);
    await reaches(deliveryId, 'succeeded');
    expect(hung.requests.length).toBeLessThan(60);
  });

  it('keeps its rate limit and does not block another subscription of its receiver', async () => {
    const receiver = await receive(answer(200));
    const slow = { ...(await storeOwner(database)) };
    await storeSubscription(database, slow, `${receiver.url}/limited`, { maxPerSecond: 5 });
    const flood = Array.from({ length: 8 }, () => completion(slow));
    await Promise.all(flood.map((completed) => appender.append(completionRecord(completed))));
    const { deliveryId } = await deliver(`${receiver.url}/free`);
    await reaches(deliveryId, 'succeeded');
    const limited = (): number[] =>
      receiver.requests.flatMap(({ path, receivedAt }) =>
        path === '/limited' ? [receivedAt] : [],
      );
    await receiver.until(() => limited().length === 8);
    // Sent at least 200 ms apart; the limit does not bound how late a request arrives.
    expect(limited().at(-1)! - limited()[0]!).toBeGreaterThan(7 * 200 - 400);
  });

  it('does not block another subscription on the same host', async () => {
    const receiver = await receiveHalfHung();
    await storeSubscription(database, owner, `${receiver.url}/hang`);
    const flood = Array.from({ length: 3 * slots }, () => completion(owner));
    await Promise.all(flood.map((completed) => appender.append(completionRecord(completed))));
    await receiver.until(() => arrivedAt(receiver, '/hang') === slots);
    const { deliveryId } = await deliver(`${receiver.url}/ok`, {}, {}, await storeOwner(database));
    await reaches(deliveryId, 'succeeded');
    expect(arrivedAt(receiver, '/hang')).toBe(slots);
  });

  it('does not block the next process while the old one waits for its request', async () => {
    const [hung, healthy] = [await receive({ kind: 'hang' }), await receive()];
    await deliver(hung.url, {}, {}, await storeOwner(database));
    await hung.until((requests) => requests.length === 1);
    let ended = false;
    const handedOver = handOver().then(() => (ended = true));
    // Enough to cover every partition.
    const others = await Promise.all(
      Array.from({ length: 12 }, async () =>
        deliver(healthy.url, {}, {}, await storeOwner(database)),
      ),
    );
    for (const { deliveryId } of others) await reaches(deliveryId, 'succeeded');
    expect(ended).toBe(false);
    await handedOver;
    expect(hung.requests).toHaveLength(1);
  });

  it('has its new deliveries parked directly, without the work queue', async () => {
    const hung = await receive({ kind: 'hang' });
    const its = await storeOwner(database);
    const subscriptionId = await storeSubscription(database, its, hung.url);
    const publish = async (): Promise<string> => {
      const completed = completion(its);
      await appender.append(completionRecord(completed));
      return deliveryIdOf(completed.eventId, subscriptionId);
    };
    const isDueIn = async (deliveryId: string, names: readonly string[]): Promise<boolean> => {
      const records = (await Promise.all(names.map((name) => recordsOf(name)))).flat();
      return records.some(({ value }) => {
        const { data } = decodeRecord(value);
        return (data as { deliveryId: string }).deliveryId === deliveryId;
      });
    };
    await Promise.all(Array.from({ length: slots }, publish));
    await hung.until((requests) => requests.length === slots);
    const tiers = delayTiers.map(({ topic }) => topic);
    await eventually('a due record goes straight into a tier', async () => {
      const deliveryId = await publish();
      await eventually('a due record is written', () =>
        isDueIn(deliveryId, [topics.deliveryRequests, ...tiers]),
      );
      return !(await isDueIn(deliveryId, [topics.deliveryRequests]));
    });
    expect(hung.requests).toHaveLength(slots);
  });

  it('does not block others with due records keyed by origin, and each is sent once', async () => {
    const receiver = await receiveHalfHung();
    const publish = async (topic: string, ids: Ids): Promise<void> =>
      appender.append(dueRecordByOrigin(topic, receiver.url, ids)).then(() => undefined);
    const hung = await storeSubscription(database, owner, `${receiver.url}/hang`);
    for (let count = 0; count < slots + 5; count += 1)
      await publish(topics.deliveryRequests, await storeDue(hung));
    await receiver.until(() => arrivedAt(receiver, '/hang') === slots);
    const fine = await storeSubscription(database, owner, `${receiver.url}/ok`);
    const [first, second] = [await storeDue(fine), await storeDue(fine)];
    await publish(topics.deliveryRequests, first);
    await publish(delayTiers[0].topic, first);
    await publish(delayTiers[0].topic, second);
    await reaches(second.deliveryId, 'succeeded');
    await reaches(first.deliveryId, 'succeeded');
    expect(arrivedAt(receiver, '/ok')).toBe(2);
    expect(arrivedAt(receiver, '/hang')).toBe(slots);
  });
});
