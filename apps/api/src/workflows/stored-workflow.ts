/** Reading a workflow for its owner, with or without a lock. */
import { WorkflowEntity, WorkflowVersionEntity } from '@libs/persistence';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';

/** @throws ApiError 404 when it is deleted, unknown or another workspace's */
export async function findWorkflow(
  manager: EntityManager,
  id: string,
  principal: Principal,
): Promise<WorkflowEntity> {
  const workflow = await manager.findOneBy(WorkflowEntity, {
    id,
    workspaceId: principal.workspaceId,
  });
  if (workflow === null) throw notFound('workflow');
  return workflow;
}

/** As findWorkflow, and nobody else changes it until the transaction ends. */
export async function lockWorkflow(
  manager: EntityManager,
  id: string,
  principal: Principal,
): Promise<WorkflowEntity> {
  const workflow = await manager.findOne(WorkflowEntity, {
    where: { id, workspaceId: principal.workspaceId },
    lock: { mode: 'pessimistic_write' },
  });
  if (workflow === null) throw notFound('workflow');
  return workflow;
}

/** The version that runs; null before the first deployment. */
export const deployedVersionOf = async (
  manager: EntityManager,
  workflow: WorkflowEntity,
): Promise<WorkflowVersionEntity | null> =>
  workflow.deployedVersion === null
    ? null
    : manager.findOneBy(WorkflowVersionEntity, {
        workflowId: workflow.id,
        version: workflow.deployedVersion,
      });

/** A workspace that the key can't see is as good as none. */
export function requireWorkspace(workspaceId: string | undefined, principal: Principal): string {
  if (workspaceId !== undefined && workspaceId.toLowerCase() !== principal.workspaceId)
    throw notFound('workspace');
  return principal.workspaceId;
}
