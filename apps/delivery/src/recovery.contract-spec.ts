/** Redelivery, recoveries and dead letters. Tiers are 20 times shorter. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deliveryIdOf, topics } from '@libs/contracts';
import { dueRecord } from '@libs/delivery';
import { randomUUID } from 'node:crypto';
import {
  completion,
  completionRecord,
  storeSubscription,
} from '../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../test/support/eventually.js';
import { answer } from '../../../test/support/receiver.js';
import { readDeadLetters, redrive } from './dead-letters/dead-letters.js';
import {
  appender,
  attemptsIn,
  closeReceivers,
  closeSaga,
  database,
  deliver,
  eventLog,
  historyOf,
  openSaga,
  owner,
  reaches,
  receive,
  restartSaga,
} from './testing/saga.js';

beforeAll(() => openSaga(), 120_000);
afterEach(closeReceivers);
afterAll(closeSaga);

/** Deliveries that an inactive subscription missed; it is active again. */
async function suppressed(
  url: string,
  count: number,
): Promise<{ subscriptionId: string; ids: readonly string[] }> {
  const subscriptionId = await storeSubscription(database, owner, url, { active: false });
  const completions = Array.from({ length: count }, () => completion(owner));
  await Promise.all(completions.map((completed) => appender.append(completionRecord(completed))));
  const ids = completions.map(({ eventId }) => deliveryIdOf(eventId, subscriptionId));
  for (const id of ids) await reaches(id, 'suppressed');
  await database.pool.query('update subscription set active = true where id = $1', [
    subscriptionId,
  ]);
  return { subscriptionId, ids };
}

/** Starts a recovery as the api does. @returns its id */
async function begin(subscriptionId: string, matching: number, perSecond: number): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    `insert into delivery_recovery (id, subscription_id, workspace_id, since, until, states, per_second, state, matching,
       position_created_at, position_id)
     values ($1, $2, $3, '2000-01-01', now(), '{suppressed}', $4, 'running', $5, '2000-01-01',
       '00000000-0000-0000-0000-000000000000')`,
    [id, subscriptionId, owner.workspaceId, perSecond, matching],
  );
  return id;
}

interface RecoveryProgress {
  readonly state: string;
  readonly redelivered: number;
}

const progressIs = (
  recoveryId: string,
  condition: (progress: RecoveryProgress) => boolean,
): Promise<unknown> =>
  eventually('a progress of the recovery', async () => {
    const { rows } = await database.pool.query<RecoveryProgress>(
      'select state, redelivered from delivery_recovery where id = $1',
      [recoveryId],
    );
    return rows[0] !== undefined && condition(rows[0]);
  });

describe('recovery', () => {
  it('restarts the schedule of a redelivery with the same id and body', async () => {
    const receiver = await receive(answer(400), answer(503), answer(200));
    const { deliveryId, subscriptionId } = await deliver(receiver.url);
    await reaches(deliveryId, 'failed');
    // The api's statement for a redelivery.
    const { rows } = await database.pool.query<{ step: number }>(
      "update delivery_fence set state = 'pending', schedule_base = step - 1, due_at = now() where delivery_id = $1 returning step",
      [deliveryId],
    );
    const due = {
      deliveryId,
      subscriptionId,
      step: rows[0]!.step,
      dueAt: Date.now(),
      trigger: 'manual',
    };
    await appender.append(dueRecord(topics.deliveryRequests, due));
    await reaches(deliveryId, 'succeeded');
    expect(attemptsIn(await historyOf(deliveryId))).toMatchObject([
      { attemptNumber: 1, step: 1, trigger: 'automatic', status: 400 },
      { attemptNumber: 2, step: 1, trigger: 'manual', status: 503 },
      { attemptNumber: 3, step: 2, trigger: 'automatic', status: 200 },
    ]);
    for (const request of receiver.requests) {
      expect(request.headers['service-delivery-id']).toBe(deliveryId);
      expect(request.body.equals(receiver.requests[0]!.body)).toBe(true);
    }
  });

  it('sends every missed delivery once, page by page, and then finishes', async () => {
    const receiver = await receive(answer(200));
    const { subscriptionId, ids } = await suppressed(receiver.url, 25);
    const recoveryId = await begin(subscriptionId, ids.length, 50);
    for (const id of ids) await reaches(id, 'succeeded');
    await progressIs(
      recoveryId,
      ({ state, redelivered }) => state === 'finished' && redelivered === 25,
    );
    const arrived = receiver.requests.map(({ headers }) => headers['service-delivery-id']);
    expect(arrived.toSorted()).toEqual(ids.toSorted());
    expect(attemptsIn(await historyOf(ids[0]!))).toMatchObject([{ trigger: 'recovery', step: 1 }]);
  });

  it('resumes after a restart and redelivers every delivery', async () => {
    const receiver = await receive(answer(200));
    const { subscriptionId, ids } = await suppressed(receiver.url, 60);
    const recoveryId = await begin(subscriptionId, ids.length, 10);
    await progressIs(recoveryId, ({ redelivered }) => redelivered > 0 && redelivered < ids.length);
    await restartSaga();
    await database.pool.query('update delivery_recovery set per_second = 1000 where id = $1', [
      recoveryId,
    ]);
    for (const id of ids) await reaches(id, 'succeeded');
    await progressIs(
      recoveryId,
      ({ state, redelivered }) => state === 'finished' && redelivered === ids.length,
    );
  });
});

describe('the dead letters of the pipeline', () => {
  it('include a due record for a delivery that does not exist', async () => {
    const deliveryId = randomUUID();
    const due = {
      deliveryId,
      subscriptionId: randomUUID(),
      step: 1,
      dueAt: 0,
      trigger: 'automatic',
    };
    await appender.append(dueRecord(topics.deliveryRequests, due));
    const letter = await eventually('a dead letter', async () =>
      (await readDeadLetters(eventLog)).find((one) => one.deliveryId === deliveryId),
    );
    expect(letter).toMatchObject({
      subscriptionId: due.subscriptionId,
      code: 'NO_SUCH_DELIVERY',
      source: expect.stringContaining(topics.deliveryRequests),
    });
    expect(await redrive(deliveryId, database.pool, appender)).toMatchObject({ kind: 'left' });
  });

  it('include a delivery that can not be signed, and a later redrive sends it', async () => {
    const receiver = await receive(answer(200));
    const { deliveryId, subscriptionId } = await deliver(receiver.url, { active: false });
    await reaches(deliveryId, 'suppressed');
    await database.pool.query(
      "update subscription set active = true, secret_ciphertext = 'not sealed' where id = $1",
      [subscriptionId],
    );
    await database.pool.query(
      "update delivery_fence set state = 'pending' where delivery_id = $1",
      [deliveryId],
    );
    const due = { deliveryId, subscriptionId, step: 1, dueAt: 0 };
    await appender.append(dueRecord(topics.deliveryRequests, { ...due, trigger: 'automatic' }));
    await reaches(deliveryId, 'failed');
    expect(receiver.requests).toHaveLength(0);
    const letters = await readDeadLetters(eventLog);
    expect(letters.find((one) => one.deliveryId === deliveryId)?.code).toBe('SECRET_UNREADABLE');

    await database.pool.query('update subscription set secret_ciphertext = null where id = $1', [
      subscriptionId,
    ]);
    expect(await redrive(deliveryId, database.pool, appender)).toEqual({ kind: 'ordered' });
    await reaches(deliveryId, 'succeeded');
    expect(await redrive(deliveryId, database.pool, appender)).toMatchObject({ kind: 'left' });
    expect(receiver.requests).toHaveLength(1);
  });
});
