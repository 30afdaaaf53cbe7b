/** Figures of attempts: over batches, repeated and early events, and a rebuild. */
import { describe, expect, it } from '@jest/globals';
import { recordOf } from '@libs/contracts';
import type { OutgoingRecord } from '@libs/event-log';
import { statsWidths } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { openProjectedLedger } from '../../../../test/support/projected-ledger.js';
import { deliveriesProjection } from './deliveries.projection.js';

const now = Date.now();
const ledger = openProjectedLedger(deliveriesProjection, false);

interface Delivery {
  readonly workspaceId: string;
  readonly subscriptionId: string;
  readonly deliveryId: string;
}

const newDelivery = (workspaceId: string): Delivery => ({
  ...{ workspaceId, subscriptionId: randomUUID(), deliveryId: randomUUID() },
});

const scheduled = ({ workspaceId, subscriptionId, deliveryId }: Delivery): OutgoingRecord =>
  recordOf('DeliveryScheduled', {
    ...{ deliveryId, subscriptionId, workspaceId, workflowId: randomUUID() },
    ...{ executionId: randomUUID(), eventId: 'evt', url: 'https://receiver.example/' },
    ...{ state: 'pending', maxAttempts: 5, occurredAt: now },
  });

const attempted = (
  { subscriptionId, deliveryId }: Delivery,
  attemptNumber: number,
  status: number | null,
  latencyMs = 10,
  startedAt = now,
): OutgoingRecord =>
  recordOf('DeliveryAttempted', {
    ...{ deliveryId, subscriptionId, attemptNumber, step: attemptNumber, status, latencyMs },
    state: status === 200 ? 'succeeded' : status === 400 ? 'failed' : 'pending',
    ...{ trigger: 'automatic', url: 'https://receiver.example/', startedAt, occurredAt: startedAt },
    ...{ errorCode: null, errorMessage: null, responseHeaders: null, responseBody: null },
    ...{ nextDueAt: null, reason: null },
  });

async function figuresOf(workspaceId: string): Promise<object[]> {
  const { rows } = await ledger.database.pool.query<object>(
    `select width_minutes as minutes, ledger_partition as partition, duration_bucket as bucket, succeeded, failed, given_up
     from delivery_stats where workspace_id = $1 order by 1, 2, 3, 4, 5`,
    [workspaceId],
  );
  return rows;
}

const inEachWidth = (...figures: readonly object[]): object[] =>
  statsWidths.flatMap(({ minutes }) => figures.map((figure) => ({ minutes, ...figure })));

describe('figures of attempts', () => {
  it.each([1, 2, 100])('count each attempt once, %s records at a time', async (atMost) => {
    const workspaceId = randomUUID();
    const [first, second] = [newDelivery(workspaceId), newDelivery(workspaceId)];
    const answered = attempted(first, 2, 200);
    ledger.append(0, scheduled(first), attempted(first, 1, null, 30_000), answered, answered);
    ledger.append(1, scheduled(second), attempted(second, 1, 503), attempted(second, 2, 200));
    await ledger.projectAll(atMost);
    ledger.append(0, answered);
    await ledger.projectAll(atMost);
    expect(await figuresOf(workspaceId)).toEqual(
      inEachWidth(
        { partition: 0, bucket: -1, succeeded: 0, failed: 1, given_up: 0 },
        { partition: 0, bucket: 14, succeeded: 1, failed: 0, given_up: 0 },
        { partition: 1, bucket: 14, succeeded: 1, failed: 1, given_up: 0 },
      ),
    );
  });

  it('count an attempt that is read before its schedule, by its subscription', async () => {
    const workspaceId = randomUUID();
    const delivery = newDelivery(workspaceId);
    await ledger.database.pool.query(
      `with a as (insert into account (id, name, plan) values ($1, 'a', 'free') returning id),
         w as (insert into workspace (id, account_id, name, wrapped_key) select $1, id, 'w', '' from a returning id)
       insert into subscription (id, workspace_id, url, include_final_output, include_trace_spans, include_rate_limits,
         include_usage_data, level_filter, trigger_filter, active)
       select $2, id, 'https://receiver.example/', false, false, false, false, '{}', '{}', true from w`,
      [workspaceId, delivery.subscriptionId],
    );
    ledger.append(0, attempted(delivery, 1, 200));
    await ledger.projectAll(1);
    ledger.append(0, scheduled(delivery));
    await ledger.projectAll(1);
    expect(await figuresOf(workspaceId)).toEqual(
      inEachWidth({ partition: 0, bucket: 14, succeeded: 1, failed: 0, given_up: 0 }),
    );
  });

  it('count deliveries that were given up', async () => {
    const workspaceId = randomUUID();
    const delivery = newDelivery(workspaceId);
    ledger.append(0, scheduled(delivery), attempted(delivery, 1, 503), attempted(delivery, 2, 400));
    await ledger.projectAll(1);
    expect(await figuresOf(workspaceId)).toEqual(
      inEachWidth({ partition: 0, bucket: 14, succeeded: 0, failed: 2, given_up: 1 }),
    );
  });

  it('are equal after a rebuild', async () => {
    const workspaceId = randomUUID();
    for (let n = 0; n < 40; n += 1) {
      const delivery = newDelivery(workspaceId);
      const answered = attempted(delivery, 1, n % 3 === 0 ? 200 : 500, n ** 2);
      ledger.append(n % 2, scheduled(delivery), answered, answered);
    }
    await ledger.projectAll(7);
    const before = await figuresOf(workspaceId);
    expect(before.length).toBeGreaterThan(10);
    await ledger.rebuild();
    expect(await figuresOf(workspaceId)).toEqual(before);
  });
});

describe('the last attempt of a subscription', () => {
  const lastOf = async (workspaceId: string): Promise<object[]> => {
    const { rows } = await ledger.database.pool.query<object>(
      `select ledger_partition as partition, started_at, status, latency_ms from subscription_attempt
       where workspace_id = $1 order by 1`,
      [workspaceId],
    );
    return rows;
  };

  it.each([1, 100])(
    'is kept for each partition, %s records at a time, and after a rebuild',
    async (atMost) => {
      const workspaceId = randomUUID();
      const one = newDelivery(workspaceId);
      const [other, third] = [1, 2].map(() => ({ ...one, deliveryId: randomUUID() }));
      ledger.append(0, scheduled(one), attempted(one, 1, 200, 7, now + 5));
      ledger.append(0, scheduled(other!), attempted(other!, 1, 503, 8, now));
      ledger.append(1, scheduled(third!), attempted(third!, 1, null, 9, now + 9));
      await ledger.projectAll(atMost);
      const expected = [
        { partition: 0, started_at: new Date(now + 5), status: 200, latency_ms: 7 },
        { partition: 1, started_at: new Date(now + 9), status: null, latency_ms: 9 },
      ];
      expect(await lastOf(workspaceId)).toEqual(expected);
      await ledger.rebuild();
      expect(await lastOf(workspaceId)).toEqual(expected);
    },
  );
});
