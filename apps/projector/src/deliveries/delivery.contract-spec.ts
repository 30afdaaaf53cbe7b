/** Fold and table apply the same rule: however events are batched, the row ends up the same. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { recordOf } from '@libs/contracts';
import type { OutgoingRecord } from '@libs/event-log';
import { openDatabase, type Database } from '@libs/persistence';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { received } from '../../../../test/support/ledger-fixtures.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { loadCheckpoint } from '../engine/checkpoint.js';
import { foldBatch } from '../engine/fold-batch.js';
import { ProjectionWriter } from '../engine/projection-writer.js';
import { deliveriesProjection } from './deliveries.projection.js';

const { topic } = deliveriesProjection;
let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const subscriptionId = randomUUID();
const attempted = (deliveryId: string, attemptNumber: number, state: string, occurredAt: number) =>
  recordOf('DeliveryAttempted', {
    ...{ deliveryId, subscriptionId, attemptNumber, step: attemptNumber, state, occurredAt },
    trigger: 'automatic',
    url: 'https://receiver.example/',
    startedAt: occurredAt,
    latencyMs: 3,
    status: 200 + (occurredAt % 300),
    errorCode: null,
    errorMessage: null,
    responseHeaders: null,
    responseBody: null,
    nextDueAt: null,
    reason: null,
  });

const scheduled = (deliveryId: string, occurredAt: number) =>
  recordOf('DeliveryScheduled', {
    ...{ deliveryId, subscriptionId, workspaceId: randomUUID(), workflowId: randomUUID() },
    ...{ executionId: randomUUID(), eventId: 'evt', url: 'https://receiver.example/' },
    ...{ state: 'pending', maxAttempts: 5, occurredAt },
  });

const suppressed = (deliveryId: string, occurredAt: number) =>
  recordOf('DeliveryStateChanged', {
    ...{ deliveryId, subscriptionId, state: 'suppressed', reason: 'OFF', nextDueAt: null },
    occurredAt,
  });

const outcomesOf = (deliveryId: string): readonly OutgoingRecord[] => [
  attempted(deliveryId, 1, 'pending', 1_100),
  attempted(deliveryId, 2, 'exhausted', 6_200),
  recordOf('DeliveryStateChanged', {
    ...{ deliveryId, subscriptionId, state: 'pending', reason: 'RECOVERY', nextDueAt: 8_000 },
    occurredAt: 7_000,
  }),
  attempted(deliveryId, 3, 'succeeded', 8_100),
];

/** Folds and writes each batch. @returns the row, as far as the api shows it */
async function rowAfter(
  deliveryId: string,
  batches: readonly (readonly OutgoingRecord[])[],
): Promise<object | undefined> {
  const of = { projection: randomUUID(), topic, clusterId: 'c' };
  const writer = new ProjectionWriter(database.pool, of.projection, topic);
  let position = await loadCheckpoint(database.pool, of, 0, 1_000);
  for (const batch of batches) {
    const records = batch.map((record, index) => received(record, position.nextOffset + index));
    const { next, rows, bytes } = foldBatch(deliveriesProjection, 0, position, records);
    await writer.write({
      move: { partition: 0, expectedOffset: position.nextOffset, ...next },
      rows,
      bytes,
    });
    position = next;
  }
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `select state, reason, attempts, last_status, next_due_at, created_at, updated_at, url, max_attempts
     from delivery where id = $1 and workspace_id is not null`,
    [deliveryId],
  );
  return rows[0];
}

function inBatches(
  records: readonly OutgoingRecord[],
  endsBatch: readonly boolean[],
): OutgoingRecord[][] {
  const batches: OutgoingRecord[][] = [[]];
  for (const [index, record] of records.entries()) {
    batches.at(-1)!.push(record);
    if (endsBatch[index] === true) batches.push([]);
  }
  return batches.filter((batch) => batch.length > 0);
}

it('batching and the position of the schedule event do not change a delivery row', async () => {
  const first = randomUUID();
  const expected = await rowAfter(first, [[scheduled(first, 1_000), ...outcomesOf(first)]]);
  expect(expected).toMatchObject({ state: 'succeeded', attempts: 3, max_attempts: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
      async (insertedAt, endsBatch) => {
        const deliveryId = randomUUID();
        // Scheduled repeatedly, each time later, by processes that died before they committed.
        const records = insertedAt
          .toSorted((a, b) => b - a)
          .reduce<readonly OutgoingRecord[]>(
            (so, at, index) =>
              so.toSpliced(
                at,
                0,
                scheduled(deliveryId, 1_000 + 5_000 * (insertedAt.length - 1 - index)),
              ),
            outcomesOf(deliveryId),
          );
        const filled = inBatches(records, endsBatch);
        expect(await rowAfter(deliveryId, filled)).toEqual(expected);
      },
    ),
    { numRuns: 150 },
  );
});

it('batching does not change a delivery row, despite skewed clocks and late attempts', async () => {
  // Events of different kinds never share a millisecond: either order would be right then. A change
  // without an attempt has no number, only its time.
  const timeOf = (kind: 0 | 1) =>
    fc.integer({ min: 1, max: 30_000 }).map((time) => 2 * time + kind);
  const attempt = fc.record({ number: fc.integer({ min: 1, max: 3 }), timeMs: timeOf(0) });
  const outcome = fc.constantFrom('pending', 'exhausted', 'succeeded');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(attempt, outcome), { minLength: 2, maxLength: 4 }),
      fc.nat({ max: 4 }),
      timeOf(1),
      fc.boolean(),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      async (attempts, at, scheduledAt, isSuppressed, endsBatch) => {
        const recordsOf = (deliveryId: string): OutgoingRecord[] => [
          ...attempts
            .map(([{ number, timeMs: at }, state]) => attempted(deliveryId, number, state, at))
            .toSpliced(at, 0, scheduled(deliveryId, scheduledAt)),
          ...(isSuppressed ? [suppressed(deliveryId, 100_000)] : []),
        ];
        const [first, second] = [randomUUID(), randomUUID()];
        const oneByOne = recordsOf(first).map((record) => [record]);
        expect(await rowAfter(second, inBatches(recordsOf(second), endsBatch))).toEqual(
          await rowAfter(first, oneByOne),
        );
      },
    ),
    { numRuns: 150 },
  );
});

it('a delivery is not visible before its schedule event', async () => {
  const deliveryId = randomUUID();
  expect(await rowAfter(deliveryId, [outcomesOf(deliveryId)])).toBeUndefined();
});
