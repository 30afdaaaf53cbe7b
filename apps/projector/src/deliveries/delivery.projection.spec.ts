import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  deliveryRowOf,
  mergeDeliveryRows,
  type DeliveryEvent,
  type DeliveryRow,
} from './delivery.projection.js';

const base = {
  deliveryId: '55555555-5555-4555-8555-555555555555',
  subscriptionId: '66666666-6666-4666-8666-666666666666',
};

const scheduled: DeliveryEvent = {
  type: 'DeliveryScheduled',
  data: {
    ...base,
    workspaceId: 'w',
    workflowId: 'f',
    executionId: 'x',
    eventId: 'evt',
    url: 'https://receiver.example/',
    state: 'pending',
    maxAttempts: 5,
    occurredAt: 1_000,
  },
};

const attempted = (attemptNumber: number, state: string, occurredAt: number): DeliveryEvent => ({
  type: 'DeliveryAttempted',
  data: {
    ...base,
    attemptNumber,
    step: attemptNumber,
    trigger: 'automatic',
    url: 'https://receiver.example/',
    startedAt: occurredAt,
    latencyMs: 3,
    status: state === 'succeeded' ? 200 : 503,
    errorCode: null,
    errorMessage: null,
    responseHeaders: null,
    responseBody: null,
    state,
    nextDueAt: state === 'pending' ? occurredAt + 5_000 : null,
    reason: null,
    occurredAt,
  },
});

const fold = (events: readonly DeliveryEvent[]): DeliveryRow =>
  events.map((event) => deliveryRowOf(event, 0)).reduce(mergeDeliveryRows);

describe('delivery projection', () => {
  const history = [scheduled, attempted(1, 'pending', 1_100), attempted(2, 'succeeded', 6_200)];

  it('has the state of the last attempt', () => {
    expect(fold(history)).toMatchObject({
      state: 'succeeded',
      attempts: 2,
      last_status: 200,
      max_attempts: 5,
    });
    expect(fold(history.slice(0, 2))).toMatchObject({
      state: 'pending',
      attempts: 1,
      last_status: 503,
    });
  });

  it('does not change when events are repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 }), { maxLength: 6 }), (repeats) => {
        expect(fold([...history, ...repeats.map((n) => history[n]!)])).toEqual(fold(history));
      }),
    );
  });

  it('does not depend on the position and number of its schedule events', () => {
    const changes = history.slice(1);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: changes.length }), { minLength: 1 }), (insertedAt) => {
        const events = insertedAt.reduce<DeliveryEvent[]>(
          (so, at) => so.toSpliced(at, 0, scheduled),
          changes,
        );
        const { created_at, updated_at, state, attempts, last_status, url } = fold(history);
        expect(fold(events)).toMatchObject({
          ...{ created_at, updated_at, state, attempts, last_status, url },
        });
      }),
    );
  });

  it('keeps its outcome when a schedule event has a later time', () => {
    const late: DeliveryEvent = {
      ...scheduled,
      data: { ...scheduled.data, occurredAt: 99_000 },
    };
    const [, ...changes] = history;
    expect(fold([...changes, late])).toMatchObject({ state: 'succeeded', attempts: 2 });
    expect(fold([late, ...changes])).toMatchObject({ state: 'succeeded', attempts: 2 });
  });

  it('prefers a later attempt even if its clock is behind', () => {
    expect(
      fold([scheduled, attempted(1, 'pending', 9_000), attempted(2, 'succeeded', 2_000)]),
    ).toMatchObject({
      state: 'succeeded',
      attempts: 2,
    });
  });

  it('keeps the state of a later attempt when an earlier one arrives with a newer time', () => {
    expect(fold([...history, attempted(1, 'pending', 9_000)])).toEqual(fold(history));
  });

  it('keeps a success when a frozen process reports its failure under the same number later', () => {
    const late = [attempted(2, 'pending', 9_000), attempted(2, 'exhausted', 9_000)];
    for (const report of late) expect(fold([...history, report])).toEqual(fold(history));
    const [first, second, success] = history;
    for (const report of late)
      expect(fold([first!, second!, report, success!])).toMatchObject({
        ...{ state: 'succeeded', attempts: 2, last_status: 200 },
      });
  });

  it('keeps attempts when only the state changes', () => {
    const suppressed: DeliveryEvent = {
      type: 'DeliveryStateChanged',
      data: {
        ...base,
        state: 'suppressed',
        reason: 'subscription inactive',
        nextDueAt: null,
        occurredAt: 7_000,
      },
    };
    expect(fold([...history, suppressed])).toMatchObject({
      state: 'suppressed',
      attempts: 2,
      last_status: 200,
    });
  });
});
