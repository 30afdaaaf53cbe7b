/**
 * Each attempt follows the subscription's current settings: url, signature, active or not. Tiers
 * are 20 times shorter.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Config } from '@libs/config';
import { decodeRecord, deliveryIdOf, topics } from '@libs/contracts';
import { dueRecord } from '@libs/delivery';
import { createWorkspaceCipher } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import {
  completion,
  completionRecord,
  masterKey,
  storeOwner,
  storeSubscription,
  verifies,
} from '../../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../../test/support/eventually.js';
import { answer, startReceiver } from '../../../../test/support/receiver.js';
import {
  appender,
  closeReceivers,
  closeSaga,
  database,
  deliver,
  historyOf,
  openSaga,
  owner,
  reaches,
  receive,
  receivers,
  recordsOf,
} from '../testing/saga.js';
import type { ChangedSubscription } from './page-news.js';
import { SubscriptionHealth } from './subscription-health.js';

beforeAll(() => openSaga(), 120_000);
afterEach(closeReceivers);
afterAll(closeSaga);

describe('a subscription', () => {
  it('for a whole workspace receives events of any workflow, with static headers', async () => {
    const receiver = await receive(answer(200));
    const wide = { ofWorkspace: true, headers: { Authorization: 'Bearer t', 'X-Team': 'billing' } };
    const subscriptionId = await storeSubscription(database, owner, receiver.url, wide);
    const { workflowId: otherWorkflowId } = await storeOwner(database);
    const completed = completion(owner, { workflowId: otherWorkflowId });
    await appender.append(completionRecord(completed));
    await reaches(deliveryIdOf(completed.eventId, subscriptionId), 'succeeded');
    expect(receiver.requests[0]!.headers).toMatchObject({
      authorization: 'Bearer t',
      'x-team': 'billing',
    });
  });

  it('that is inactive has its deliveries recorded as suppressed and not sent', async () => {
    const receiver = await receive();
    const { deliveryId } = await deliver(receiver.url, { active: false });
    await reaches(deliveryId, 'suppressed');
    expect(receiver.requests).toHaveLength(0);
    // The row is written first, its record after that.
    const history = await eventually('it is in the history', async () => {
      const found = await historyOf(deliveryId);
      return found.length > 0 ? found : null;
    });
    expect(history).toMatchObject([{ type: 'DeliveryScheduled', data: { state: 'suppressed' } }]);
  });

  it('that is activated during an attempt receives the delivery', async () => {
    const receiver = await receive(answer(200));
    const { deliveryId, subscriptionId } = await deliver(receiver.url, { active: false });
    await reaches(deliveryId, 'suppressed');
    const activation = await database.pool.connect();
    await activation.query('begin');
    await activation.query('update subscription set active = true where id = $1', [subscriptionId]);
    await database.pool.query(
      "update delivery_fence set state = 'pending' where delivery_id = $1",
      [deliveryId],
    );
    const due = { deliveryId, subscriptionId, step: 1, dueAt: Date.now() };
    await appender.append(dueRecord(topics.deliveryRequests, { ...due, trigger: 'automatic' }));
    await eventually('the attempt waits for the activation', async () => {
      const { rows } = await database.pool.query<{ waiting: number }>(
        "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows[0]?.waiting === 1;
    });
    await activation.query('commit');
    activation.release();
    await reaches(deliveryId, 'succeeded');
    const states = (await historyOf(deliveryId)).flatMap(({ type, data }) =>
      type === 'DeliveryStateChanged' ? [data.state] : [],
    );
    expect(states).toEqual(['suppressed', 'pending']);
    expect(receiver.requests).toHaveLength(1);
  });

  it('is not deactivated by the answer of its former URL', async () => {
    const subscriptionId = await storeSubscription(database, owner, 'https://old.example');
    const reasons: string[] = [];
    const onDeactivated = (reason: string): void => void reasons.push(reason);
    const told: ChangedSubscription[] = [];
    const news = {
      tell: (some: readonly ChangedSubscription[]) => Promise.resolve(void told.push(...some)),
    };
    const parts = { pool: database.pool, appender, news, config: {} as Config, onDeactivated };
    const health = new SubscriptionHealth(parts);
    await database.pool.query('update subscription set url = $2 where id = $1', [
      subscriptionId,
      'https://new.example',
    ]);
    await health.deactivate(subscriptionId, 'GONE', 'https://old.example');
    expect(reasons).toEqual([]);
    await health.deactivate(subscriptionId, 'GONE', 'https://new.example');
    expect(reasons).toEqual(['GONE']);
    expect(told).toMatchObject([{ subscriptionId, breaker: { state: 'deactivated' } }]);
  });

  it('applies its current URL, activity and deletion at each attempt', async () => {
    const [old, current] = [await receive(answer(503)), await receive(answer(200))];
    const edited = await deliver(old.url);
    await old.until((requests) => requests.length === 1);
    await database.pool.query('update subscription set url = $2 where id = $1', [
      edited.subscriptionId,
      current.url,
    ]);
    await reaches(edited.deliveryId, 'succeeded');
    expect(current.requests).toHaveLength(1);

    for (const [change, state] of [
      ['active = false', 'suppressed'],
      ['deleted_at = now()', 'dropped'],
    ] as const) {
      const failing = await receive(answer(503));
      const { deliveryId, subscriptionId } = await deliver(failing.url);
      await failing.until((requests) => requests.length === 1);
      await database.pool.query(`update subscription set ${change} where id = $1`, [
        subscriptionId,
      ]);
      await reaches(deliveryId, state);
      expect((await historyOf(deliveryId)).at(-1)).toMatchObject({
        type: 'DeliveryStateChanged',
        data: { state },
      });
      expect(failing.requests).toHaveLength(1);
    }
  });

  it('signs with every secret that is still promised, and with the new one afterwards', async () => {
    const receiver = await receive(answer(200));
    const secrets = ['the first secret of it', 'the second secret of it', 'the third secret of it'];
    const [first = '', ...later] = secrets;
    const subscriptionId = await storeSubscription(database, owner, receiver.url, {
      secret: first,
    });
    const cipher = createWorkspaceCipher(database, masterKey);
    /** As the api does. */
    const rotate = async (secret: string) =>
      database.pool.query(
        `update subscription set previous_secret_ciphertext = secret_ciphertext,
           previous_secret_until = now() + interval '1 hour', secret_ciphertext = $2 where id = $1`,
        [subscriptionId, await cipher.encrypt(owner.workspaceId, secret, 'subscription-secret')],
      );
    const signed = async () => {
      const completed = completion(owner);
      await appender.append(completionRecord(completed));
      await reaches(deliveryIdOf(completed.eventId, subscriptionId), 'succeeded');
      const request = receiver.requests.at(-1);
      if (request === undefined) throw new Error('nothing came');
      const [timestamp, ...signatures] = String(request.headers['service-signature']).split(',');
      const standard = String(request.headers['webhook-signature']).split(' ');
      /** Verifies as a receiver that knows one secret and checks each signature. */
      const accepts = (secret: string) =>
        signatures.some((signature) => {
          const headers = {
            ...request.headers,
            'service-signature': `${timestamp ?? ''},${signature}`,
          };
          return verifies({ ...request, headers }, secret);
        });
      return [signatures.length, standard.length, ...secrets.map(accepts)];
    };
    expect(await signed()).toEqual([1, 1, true, false, false]);
    for (const secret of later) await rotate(secret);
    expect(await signed()).toEqual([3, 3, true, true, true]);
    await database.pool.query(
      'update subscription_secret set signs_until = now() where subscription_id = $1',
      [subscriptionId],
    );
    expect(await signed()).toEqual([1, 1, false, false, true]);
  });

  it('is deactivated only after the configured number and duration of exhaustions', async () => {
    const config = {
      FLOWLEDGER_DEACTIVATE_AFTER_EXHAUSTED: 20,
      FLOWLEDGER_DEACTIVATE_AFTER_HOURS: 24,
    } as Config;
    const reasons: string[] = [];
    const onDeactivated = (reason: string): void => void reasons.push(reason);
    const news = { tell: () => Promise.resolve() };
    const parts = { pool: database.pool, appender, config, news, onDeactivated };
    const health = new SubscriptionHealth(parts);
    const subscriptionId = await storeSubscription(database, owner, 'https://receiver.example');
    const failingSince = (hours: number) =>
      database.pool.query(
        "update subscription set failing_since = now() - $2::int * interval '1 hour' where id = $1",
        [subscriptionId, hours],
      );
    for (let count = 0; count < 30; count += 1) await health.exhausted(subscriptionId);
    await failingSince(23);
    await health.exhausted(subscriptionId);
    expect(reasons).toEqual([]);
    await health.recovered(subscriptionId);
    for (let count = 0; count < 18; count += 1) await health.exhausted(subscriptionId);
    await failingSince(25);
    await health.exhausted(subscriptionId);
    expect(reasons).toEqual([]);
    await health.exhausted(subscriptionId);
    expect(reasons).toEqual(['REPEATED_EXHAUSTION']);
  });

  it('is deactivated and announced once after repeated exhaustion without a success', async () => {
    const receiver = await startReceiver(({ body }) => answer(Number(body.toString())));
    receivers.push(receiver);
    const subscriptionId = await storeSubscription(database, owner, receiver.url);
    /** Its last attempt; the receiver answers with the status in the body. */
    const send = async (status: number, state: string): Promise<void> => {
      const deliveryId = randomUUID();
      await database.pool.query(
        `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, due_at)
         values ($1, $2, $3, 'evt', 'lane', $4, 'pending', 5, now())`,
        [deliveryId, subscriptionId, owner.workspaceId, String(status)],
      );
      const due = { deliveryId, subscriptionId, step: 5, dueAt: Date.now() };
      await appender.append(dueRecord(topics.deliveryRequests, { ...due, trigger: 'automatic' }));
      await reaches(deliveryId, state);
    };
    const standing = async (): Promise<unknown> =>
      (
        await database.pool.query<object>(
          'select active, exhausted_run, deactivated_reason from subscription where id = $1',
          [subscriptionId],
        )
      ).rows[0];
    await send(500, 'exhausted');
    expect(await standing()).toMatchObject({ active: true, exhausted_run: 1 });
    await send(200, 'succeeded');
    expect(await standing()).toMatchObject({ active: true, exhausted_run: 0 });
    await send(500, 'exhausted');
    await send(500, 'exhausted');
    expect(await standing()).toMatchObject({
      active: false,
      exhausted_run: 2,
      deactivated_reason: 'REPEATED_EXHAUSTION',
    });
    await send(200, 'suppressed');
    const announced = (await recordsOf(topics.subscriptionEvents)).filter(
      ({ key }) => key === subscriptionId,
    );
    expect(announced.map(({ value }) => decodeRecord(value))).toMatchObject([
      {
        type: 'SubscriptionDeactivated',
        data: { subscriptionId, reason: 'REPEATED_EXHAUSTION', exhaustedInARow: 2 },
      },
    ]);
  }, 120_000);
});
