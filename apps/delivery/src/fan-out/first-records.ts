/** Records of a new delivery: DeliveryScheduled, and DeliveryDue unless suppressed. Pure. */
import { recordOf, topics, traced } from '@libs/contracts';
import { dueRecord } from '@libs/delivery';
import type { OutgoingRecord } from '@libs/event-log';
import type { TargetedDelivery } from './planned-delivery.js';

/** @param now epoch ms */
export function firstRecords(
  delivery: TargetedDelivery,
  maxAttempts: number,
  now: number,
): OutgoingRecord[] {
  const { deliveryId, subscription, completed, state, publishedAt, traceparent, parkTarget } =
    delivery;
  const scheduled = recordOf(
    'DeliveryScheduled',
    {
      deliveryId,
      subscriptionId: subscription.id,
      workspaceId: subscription.workspaceId,
      workflowId: completed.workflowId,
      executionId: completed.executionId,
      eventId: completed.eventId,
      url: subscription.url,
      state,
      maxAttempts,
      occurredAt: now,
    },
    traced(traceparent),
  );
  if (state === 'suppressed') return [scheduled];
  const due = dueRecord(parkTarget?.tier.topic ?? topics.deliveryRequests, {
    deliveryId,
    subscriptionId: subscription.id,
    step: 1,
    dueAt: parkTarget?.dueAt ?? Math.min(publishedAt, now),
    trigger: 'automatic',
  });
  return [due, scheduled];
}
