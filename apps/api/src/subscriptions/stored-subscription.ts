import { SubscriptionEntity } from '@libs/persistence';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { findWorkflow } from '../workflows/stored-workflow.js';

export interface SubscriptionId {
  /** Undefined: the subscription may belong to any workflow or to the whole workspace. */
  readonly workflowId: string | undefined;
  readonly subscriptionId: string;
}

/**
 * @param lock no other transaction can change it until this one ends
 * @throws ApiError 404 when it or its workflow is deleted, unknown or another workspace's
 */
export async function findSubscription(
  manager: EntityManager,
  { workflowId, subscriptionId }: SubscriptionId,
  principal: Principal,
  lock = false,
): Promise<SubscriptionEntity> {
  if (workflowId !== undefined) await findWorkflow(manager, workflowId, principal);
  const subscription = await manager.findOne(SubscriptionEntity, {
    where: {
      id: subscriptionId,
      workspaceId: principal.workspaceId,
      ...(workflowId !== undefined && { workflowId }),
    },
    ...(lock && { lock: { mode: 'pessimistic_write' as const } }),
  });
  if (subscription === null) throw notFound('subscription');
  return subscription;
}

/** Resets the failures that caused the deactivation, so they no longer count. */
export function forgetDeactivation(subscription: SubscriptionEntity): void {
  subscription.deactivatedReason = null;
  subscription.deactivatedAt = null;
  subscription.exhaustedRun = 0;
  subscription.failingSince = null;
}
