import { SubscriptionEntity } from '@libs/persistence';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { findWorkflow } from '../workflows/stored-workflow.js';

export interface SubscriptionId {
  /** Undefined: whatever it belongs to, a workflow or the whole workspace. */
  readonly workflowId: string | undefined;
  readonly subscriptionId: string;
}

/**
 * @param lock nobody else changes it until the transaction ends
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

/** Active again: the run of failures that turned it off counts no longer. */
export function forgetDeactivation(subscription: SubscriptionEntity): void {
  subscription.deactivatedReason = null;
  subscription.deactivatedAt = null;
  subscription.exhaustedRun = 0;
  subscription.failingSince = null;
}
