/** The saga on a real broker, Postgres and receiver. Tiers are 20 times shorter. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deliveryIdOf, delayTiers, groups, poisonTopicOf, topics } from '@libs/contracts';
import { randomBytes } from 'node:crypto';
import {
  completion,
  completionRecord,
  storeLog,
  storeOwner,
  storeSubscription,
  verifies,
} from '../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../test/support/eventually.js';
import { answer } from '../../../test/support/receiver.js';
import {
  appender,
  attemptsIn,
  closeReceivers,
  closeSaga,
  database,
  delayScale,
  deliver,
  fenceOf,
  historyOf,
  openSaga,
  owner,
  reaches,
  receive,
  recordsOf,
} from './testing/saga.js';

/** Half a megabyte of random data: even compressed it is larger than a body may be. */
const randomHex = `'${randomBytes(400 * 1024).toString('base64')}'`;

beforeAll(() => openSaga(), 120_000);
afterEach(closeReceivers);
afterAll(closeSaga);

describe('the delivery saga', () => {
  it('spec 4.5.1 and 5.3: posts a completion once with signature, headers and body', async () => {
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
  });

  it('retries a 503 after its delay with the same delivery id and body', async () => {
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
  });

  it('retries through every tier and exhausts a delivery after five attempts', async () => {
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

  it('retries after a connection reset and records the error code', async () => {
    const receiver = await receive({ kind: 'reset' }, answer(204));
    const { deliveryId } = await deliver(receiver.url);
    await reaches(deliveryId, 'succeeded');
    expect(attemptsIn(await historyOf(deliveryId))[0]).toMatchObject({
      status: null,
      errorCode: 'CONNECTION_RESET',
    });
  });

  it('delays a delivery until its spans are projected, but no other delivery', async () => {
    const receiver = await receive();
    const including = { includeTraceSpans: true, includeUsageData: true, includeRateLimits: true };
    const waiting = await deliver(receiver.url, including, {
      ledgerPartition: 1,
      ledgerOffset: 41,
    });
    const plain = await deliver(receiver.url, {}, {}, await storeOwner(database));
    await reaches(plain.deliveryId, 'succeeded');
    expect(await fenceOf(waiting.deliveryId)).toBeUndefined();
    await storeLog(database, waiting.completed);
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
    expect(data['traceSpans']).toMatchObject([
      { blockId: 'hook' },
      { blockId: 'call', name: 'API', type: 'api' },
    ]);
    expect(data['usage']).toMatchObject({ plan: 'enterprise', isExceeded: false });
    expect(data['rateLimits']).toMatchObject({ sync: { limit: 60_000, remaining: 60_000 } });
  });

  it('waits for the spans of each ledger partition separately', async () => {
    const receiver = await receive();
    const workflow = await storeOwner(database);
    const subscriptionId = await storeSubscription(database, workflow, receiver.url, {
      includeTraceSpans: true,
    });
    const stands = (next: number) =>
      database.pool.query(
        `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
         values ('executions', $1, 3, 8, 'c'), ('executions', $1, 4, $2, 'c')
         on conflict (projection, topic, partition) do update set next_offset = excluded.next_offset`,
        [topics.events, next],
      );
    await stands(7);
    // Read in one batch, while the projection is halted on the partition of every second one.
    const completions = Array.from({ length: 20 }, (_, index) =>
      completion(workflow, { ledgerPartition: 3 + (index % 2), ledgerOffset: 7 }),
    );
    await Promise.all(completions.map((one) => appender.append(completionRecord(one))));
    const ids = completions.map(({ eventId }) => deliveryIdOf(eventId, subscriptionId));
    for (const [index, id] of ids.entries()) if (index % 2 === 0) await reaches(id, 'succeeded');
    expect(receiver.requests).toHaveLength(10);
    await stands(8);
    for (const id of ids) await reaches(id, 'succeeded');
  });

  it('lists "traceSpans" as truncated when the spans exceed the body limit', async () => {
    const receiver = await receive();
    const kinds = { compressible: "repeat('x', 5000000)", random: randomHex, small: "'x'" };
    const deliveries = await Promise.all(
      [...Object.values(kinds), null].map(async (input) => {
        const one = completion(owner, { ledgerPartition: 2, ledgerOffset: 7 });
        if (input !== null) await storeLog(database, one);
        if (input !== null)
          await database.pool.query(
            `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, input)
             values ($1, 'call', '', 'API', 'api', 'success', 2, now(), now(), to_jsonb(${input}::text))`,
            [one.executionId],
          );
        return one;
      }),
    );
    await database.pool.query(
      `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
       values ('executions', $1, 2, 8, 'c')`,
      [topics.events],
    );
    await storeSubscription(database, owner, `${receiver.url}/spans`, { includeTraceSpans: true });
    for (const one of deliveries) await appender.append(completionRecord(one));
    await receiver.until((requests) => requests.length === deliveries.length);
    const dataOf = (executionId: string) =>
      receiver.requests
        .map(({ body }) => (JSON.parse(body.toString()) as { data: Record<string, unknown> }).data)
        .find((data) => data['executionId'] === executionId);
    const [compressible, random, small, none] = deliveries.map((one) => dataOf(one.executionId));
    for (const data of [compressible, random]) {
      expect(data).toMatchObject({ truncated: ['traceSpans'] });
      expect(data).not.toHaveProperty('traceSpans');
    }
    expect(small).toMatchObject({
      traceSpans: [{ blockId: 'hook' }, { blockId: 'call', input: 'x' }],
    });
    expect(none).toMatchObject({ traceSpans: [] });
  });

  it('omits and names an output over 256 KiB, and retries with the same body', async () => {
    const receiver = await receive(answer(503), answer(200));
    const { deliveryId } = await deliver(
      receiver.url,
      { includeFinalOutput: true },
      { finalOutput: JSON.stringify({ pad: 'x'.repeat(300 * 1024) }), files: '[{"name":"a.pdf"}]' },
    );
    await reaches(deliveryId, 'succeeded');
    const [first, second] = receiver.requests.map(({ body }) => body);
    expect(second!.equals(first!)).toBe(true);
    const { data } = JSON.parse(first!.toString()) as { data: Record<string, unknown> };
    expect(data).toMatchObject({ truncated: ['finalOutput'], files: [{ name: 'a.pdf' }] });
    expect(data).not.toHaveProperty('finalOutput');
  });

  it('creates one delivery for a repeated completion', async () => {
    const receiver = await receive();
    const { deliveryId, completed } = await deliver(receiver.url);
    await appender.append(completionRecord(completed));
    const { deliveryId: next } = await deliver(receiver.url);
    await reaches(next, 'succeeded');
    await reaches(deliveryId, 'succeeded');
    expect(
      receiver.requests.filter(({ headers }) => headers['service-delivery-id'] === deliveryId),
    ).toHaveLength(1);
  });

  it('moves undecodable records to the poison topics and continues', async () => {
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
  });
});
