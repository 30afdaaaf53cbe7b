/** A kill repeats requests without a recorded outcome: their number must stay bounded. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { topics } from '@libs/contracts';
import { dueRecord } from '@libs/delivery';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { storeSubscription } from '../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../test/support/eventually.js';
import { maxUnrecorded } from './sender/sender.js';
import {
  appender,
  closeReceivers,
  closeSaga,
  database,
  kafka,
  openSaga,
  owner,
  receive,
} from './testing/saga.js';

const count = 3_000;
const slots = 10;

beforeAll(() => openSaga(), 120_000);
afterEach(closeReceivers);
afterAll(closeSaga);

async function publishDue(subscriptionId: string): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await database.pool.query(
    `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, due_at)
     select id, $2, $3, id::text, 'key', '{}', 'pending', 1, now() from unnest($1::uuid[]) as i(id)`,
    [ids, subscriptionId, owner.workspaceId],
  );
  const due = { subscriptionId, step: 1, dueAt: Date.now(), trigger: 'automatic' } as const;
  await Promise.all(
    ids.map((deliveryId) =>
      appender.append(dueRecord(topics.deliveryRequests, { ...due, deliveryId })),
    ),
  );
}

describe('unrecorded outcomes', () => {
  it('limit the number of requests until the log accepts records again', async () => {
    const receiver = await receive();
    const sent = () => receiver.requests.length;
    await publishDue(await storeSubscription(database, owner, receiver.url));
    await receiver.until((requests) => requests.length >= 100);
    await kafka.suspend();
    const atFreeze = sent();
    let before = -1;
    while (sent() > before) {
      before = sent();
      await sleep(1_500);
    }
    const whileFrozen = sent() - atFreeze;
    await kafka.resume();
    expect(whileFrozen).toBeLessThanOrEqual(maxUnrecorded + slots);
    await eventually('all succeeded', async () => {
      const { rows } = await database.pool.query<{ left: number }>(
        "select count(*)::int as left from delivery_fence where state <> 'succeeded'",
      );
      return rows[0]?.left === 0;
    });
    expect(
      new Set(receiver.requests.map(({ headers }) => headers['service-delivery-id'])).size,
    ).toBe(count);
  }, 120_000);
});
