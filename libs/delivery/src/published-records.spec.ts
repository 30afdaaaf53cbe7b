import { describe } from '@jest/globals';
import { delayTiers, recordOf, topics, traced } from '@libs/contracts';
import { join } from 'node:path';
import { matchGolden } from '../../../test/support/golden-records.js';
import { deadRecord, dueRecord, redeliveryRecords } from './delivery-records.js';

const deliveryId = '6f1f2f9e-2b1c-4a3e-9d62-111111111111';
const subscriptionId = '6f1f2f9e-2b1c-4a3e-9d62-222222222222';
const workflowId = '22222222-2222-4222-8222-222222222222';
const workspaceId = '33333333-3333-4333-8333-333333333333';
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const at = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const ids = { deliveryId, subscriptionId };
const due = { ...ids, step: 2, dueAt: at, trigger: 'automatic' };

const url = 'https://example.com/hook';

const scheduled = {
  ...{ ...ids, workspaceId, workflowId, executionId: workspaceId, eventId: 'evt_1', url },
  ...{ state: 'pending', maxAttempts: 5, occurredAt: at },
};
const attempted = {
  ...{ ...ids, attemptNumber: 3, step: 2, trigger: 'automatic', url, startedAt: at },
  ...{ latencyMs: 20, status: 503, errorCode: null, errorMessage: null, responseHeaders: '{}' },
  ...{ responseBody: 'no', state: 'retrying', nextDueAt: at + 5, reason: null, occurredAt: at },
};
const changed = { ...ids, state: 'failed', reason: 'GONE', nextDueAt: null, occurredAt: at };
const deactivated = {
  ...{ subscriptionId, workspaceId, workflowId, url, reason: 'GONE', exhaustedInARow: 2 },
  ...{ failingSince: at - 9, occurredAt: at },
};
const source = {
  ...{ topic: topics.deliveryRequests, partition: 3, offset: 9, value: Buffer.from([0, 1]) },
  headers: { 'event-type': 'DeliveryDue', 'due-at': '5' },
};

describe('records of deliveries', () => {
  matchGolden(join(import.meta.dirname, 'published-records.golden.json'), {
    due: () => [dueRecord(topics.deliveryRequests, due), dueRecord(delayTiers[1].topic, due)],
    scheduled: () => [
      recordOf('DeliveryScheduled', scheduled),
      recordOf('DeliveryScheduled', scheduled, traced(traceparent)),
    ],
    attempted: () => [
      recordOf('DeliveryAttempted', attempted),
      recordOf('DeliveryAttempted', attempted, traced(traceparent)),
    ],
    'state changed': () => [
      recordOf('DeliveryStateChanged', changed),
      recordOf('DeliveryStateChanged', changed, traced(traceparent)),
    ],
    deactivated: () => [recordOf('SubscriptionDeactivated', deactivated)],
    dead: () => [deadRecord(deliveryId, source, 'BODY_GONE', 'There is no body')],
    redelivery: () =>
      redeliveryRecords(
        { delivery_id: deliveryId, subscription_id: subscriptionId, step: 6 },
        'manual',
        at,
      ),
  });
});
