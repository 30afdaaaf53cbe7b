/** The saga on a real broker and a real Postgres, posting to a real receiver. Tiers are 20 times shorter. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  decodeRecord,
  delayTiers,
  deliveryIdOf,
  groups,
  poisonTopicOf,
  topics,
} from '@libs/contracts';
import { dueRecord } from '@libs/delivery';
import { randomUUID } from 'node:crypto';
import {
  completion,
  completionRecord,
  storeOwner,
  storeSubscription,
  verifies,
} from '../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../test/support/eventually.js';
import { answer, startReceiver } from '../../../test/support/receiver.js';
import { readDeadLetters, redrive } from './dead-letters/dead-letters.js';
import {
  appender,
  attemptsIn,
  closeReceivers,
  closeSaga,
  database,
  delayScale,
  deliver,
  eventLog,
  fenceOf,
  historyOf,
  openSaga,
  owner,
  reaches,
  receive,
  receivers,
  recordsOf,
} from './testing/saga.js';

beforeAll(() => openSaga(), 120_000);
afterEach(closeReceivers);
afterAll(closeSaga, 60_000);

describe('delivery saga', () => {
  it('spec 4.5.1 and 5.3: announces a completion once, signed, with the headers and the body of the spec', async () => {
    const receiver = await receive(answer(200));
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const { deliveryId, completed } = await deliver(`${receiver.url}/hook`, {
      secret,
      includeFinalOutput: true,
    });
    await reaches(deliveryId, 'succeeded');
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hook' });
    expect(verifies(request!, secret)).toBe(true);
    expect(request!.headers).toMatchObject({
      'service-event': 'workflow.execution.completed',
      'service-delivery-id': deliveryId,
      'idempotency-key': deliveryId,
      'webhook-id': deliveryId,
      'content-type': 'application/json',
    });
    expect(JSON.parse(request!.body.toString())).toMatchObject({
      id: completed.eventId,
      type: 'workflow.execution.completed',
      data: { executionId: completed.executionId, finalOutput: { status: 'success' } },
      links: {
        log: `/v1/logs/${completed.logId}`,
        execution: `/v1/logs/executions/${completed.executionId}`,
      },
    });
    expect((await historyOf(deliveryId)).map(({ type }) => type)).toEqual([
      'DeliveryScheduled',
      'DeliveryAttempted',
    ]);
  }, 60_000);

  it('tries again after a 503 through the delay topic: same id, same bytes, never early', async () => {
    const receiver = await receive(answer(503, {}, 'busy'), answer(200));
    const { deliveryId } = await deliver(receiver.url, { secret: 'plain secret' });
    await reaches(deliveryId, 'succeeded');
    const [first, second] = receiver.requests;
    expect(receiver.requests).toHaveLength(2);
    expect(second!.headers['service-delivery-id']).toBe(first!.headers['service-delivery-id']);
    expect(second!.body.equals(first!.body)).toBe(true);
    expect(verifies(second!, 'plain secret')).toBe(true);
    const attempts = attemptsIn(await historyOf(deliveryId));
    expect(attempts).toMatchObject([
      {
        attemptNumber: 1,
        step: 1,
        status: 503,
        responseBody: 'busy',
        state: 'pending',
        trigger: 'automatic',
      },
      { attemptNumber: 2, step: 2, status: 200, state: 'succeeded', nextDueAt: null },
    ]);
    const dueAt = attempts[0]!.nextDueAt!;
    expect(dueAt).toBeGreaterThanOrEqual(
      attempts[0]!.occurredAt + delayTiers[0].delayMs / delayScale,
    );
    expect(attempts[1]!.startedAt).toBeGreaterThanOrEqual(dueAt);
    expect(second!.receivedAt).toBeGreaterThanOrEqual(dueAt);
  }, 60_000);

  it('goes through every tier and is exhausted after five sends', async () => {
    const receiver = await receive(answer(500));
    const { deliveryId } = await deliver(receiver.url);
    await reaches(deliveryId, 'exhausted');
    expect(receiver.requests).toHaveLength(5);
    const history = attemptsIn(await historyOf(deliveryId));
    expect(history.map(({ state }) => state)).toEqual([
      'pending',
      'pending',
      'pending',
      'pending',
      'exhausted',
    ]);
    for (const [index, attempt] of history.slice(1).entries()) {
      expect(attempt.startedAt).toBeGreaterThanOrEqual(history[index]!.nextDueAt!);
    }
  }, 120_000);

  it('begins the schedule anew when an ended delivery is sent again: same id, same bytes', async () => {
    const receiver = await receive(answer(400), answer(503), answer(200));
    const { deliveryId, subscriptionId } = await deliver(receiver.url);
    await reaches(deliveryId, 'failed');
    // What the api does for a redelivery.
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
  }, 60_000);

  it('sets an order for a delivery that does not exist aside as dead', async () => {
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
  }, 60_000);

  it('fails what can not be signed without sending it, and sends it when it is re-driven after the repair', async () => {
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
  }, 60_000);

  it('tries again when no answer came, and names the error class', async () => {
    const receiver = await receive({ kind: 'reset' }, answer(204));
    const { deliveryId } = await deliver(receiver.url);
    await reaches(deliveryId, 'succeeded');
    expect(attemptsIn(await historyOf(deliveryId))[0]).toMatchObject({
      status: null,
      errorCode: 'CONNECTION_RESET',
    });
  }, 60_000);

  it('switches a subscription off after repeated exhaustion, announces it once, and a success in between begins anew', async () => {
    const receiver = await startReceiver(({ body }) => answer(Number(body.toString())));
    receivers.push(receiver);
    const subscriptionId = await storeSubscription(database, owner, receiver.url);
    /** At its last attempt; the receiver answers with the status that is the body. */
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

  it('carries a recovery out to its end, page by page, each delivery once', async () => {
    const receiver = await receive(answer(200));
    const subscriptionId = await storeSubscription(database, owner, receiver.url, {
      active: false,
    });
    const completions = Array.from({ length: 25 }, () => completion(owner));
    await Promise.all(completions.map((completed) => appender.append(completionRecord(completed))));
    const ids = completions.map(({ eventId }) => deliveryIdOf(eventId, subscriptionId));
    for (const id of ids) await reaches(id, 'suppressed');
    await database.pool.query('update subscription set active = true where id = $1', [
      subscriptionId,
    ]);
    const recoveryId = randomUUID();
    await database.pool.query(
      `insert into delivery_recovery (id, subscription_id, workspace_id, since, until, states, per_second, state, matching,
         position_created_at, position_id)
       values ($1, $2, $3, '2000-01-01', now(), '{suppressed}', 50, 'running', 25, '2000-01-01', $4)`,
      [recoveryId, subscriptionId, owner.workspaceId, '00000000-0000-0000-0000-000000000000'],
    );
    for (const id of ids) await reaches(id, 'succeeded');
    await eventually('the recovery finished', async () => {
      const { rows } = await database.pool.query<object>(
        "select 1 from delivery_recovery where id = $1 and state = 'finished' and redelivered = 25",
        [recoveryId],
      );
      return rows.length === 1;
    });
    const arrived = receiver.requests.map(({ headers }) => headers['service-delivery-id']);
    expect(arrived.toSorted()).toEqual(ids.toSorted());
    expect(attemptsIn(await historyOf(ids[0]!))).toMatchObject([{ trigger: 'recovery', step: 1 }]);
  }, 60_000);

  it('announces to subscriptions of the whole workspace too, with their static headers', async () => {
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
  }, 60_000);

  it('records what an inactive subscription would have received and sends nothing', async () => {
    const receiver = await receive();
    const { deliveryId } = await deliver(receiver.url, { active: false });
    await reaches(deliveryId, 'suppressed');
    expect(receiver.requests).toHaveLength(0);
    // The row comes first, the record of it after.
    const history = await eventually('it is in the history', async () => {
      const found = await historyOf(deliveryId);
      return found.length > 0 ? found : null;
    });
    expect(history).toMatchObject([{ type: 'DeliveryScheduled', data: { state: 'suppressed' } }]);
  }, 60_000);

  it('takes URL, state and existence of the subscription as of the attempt', async () => {
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
  }, 60_000);

  it('waits for the spans and includes them, and holds nobody else up meanwhile', async () => {
    const receiver = await receive();
    const including = { includeTraceSpans: true, includeUsageData: true, includeRateLimits: true };
    const waiting = await deliver(receiver.url, including, {
      ledgerPartition: 1,
      ledgerOffset: 41,
    });
    const plain = await deliver(receiver.url, {}, {}, await storeOwner(database));
    await reaches(plain.deliveryId, 'succeeded');
    expect(await fenceOf(waiting.deliveryId)).toBeUndefined();
    await database.pool.query(
      `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at)
       values ($1, 'call', '', 'API', 'api', 'success', 2, now(), now())`,
      [waiting.completed.executionId],
    );
    await database.pool.query(
      `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
       values ('executions', $1, 1, 42, 'c')`,
      [topics.events],
    );
    await reaches(waiting.deliveryId, 'succeeded');
    const request = receiver.requests.find(
      ({ headers }) => headers['service-delivery-id'] === waiting.deliveryId,
    );
    const { data } = JSON.parse(request!.body.toString()) as { data: Record<string, unknown> };
    expect(data['traceSpans']).toMatchObject([{ blockId: 'call', name: 'API', type: 'api' }]);
    expect(data['usage']).toMatchObject({ plan: 'enterprise', isExceeded: false });
    expect(data['rateLimits']).toMatchObject({ sync: { limit: 60_000, remaining: 60_000 } });
  }, 60_000);

  it('makes one delivery of a completion that comes twice', async () => {
    const receiver = await receive();
    const { deliveryId, completed } = await deliver(receiver.url);
    await appender.append(completionRecord(completed));
    const { deliveryId: next } = await deliver(receiver.url);
    await reaches(next, 'succeeded');
    await reaches(deliveryId, 'succeeded');
    expect(
      receiver.requests.filter(({ headers }) => headers['service-delivery-id'] === deliveryId),
    ).toHaveLength(1);
  }, 60_000);

  it('sets garbage aside and goes on', async () => {
    const receiver = await receive();
    for (const topic of [topics.completed, topics.deliveryRequests, delayTiers[0].topic]) {
      await appender.append({ topic, key: 'k', value: Buffer.from('garbage') });
    }
    const { deliveryId } = await deliver(receiver.url);
    await reaches(deliveryId, 'succeeded');
    for (const group of [
      groups.deliveryFanout,
      groups.deliverySender,
      groups.deliveryDelay('5s'),
    ]) {
      const poison = await eventually(
        `poison of ${group}`,
        async () => (await recordsOf(poisonTopicOf(group)))[0],
      );
      expect(poison.value?.toString()).toBe('garbage');
    }
  }, 60_000);
});
