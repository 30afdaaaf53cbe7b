import { SubscriptionEntity } from '@libs/persistence';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { findWorkflow } from '../workflows/stored-workflow.js';

export interface SubscriptionId {
  readonly workflowId: string;
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
  await findWorkflow(manager, workflowId, principal);
  const subscription = await manager.findOne(SubscriptionEntity, {
    where: { id: subscriptionId, workflowId, workspaceId: principal.workspaceId },
    ...(lock && { lock: { mode: 'pessimistic_write' as const } }),
  });
  if (subscription === null) throw notFound('subscription');
  return subscription;
}
