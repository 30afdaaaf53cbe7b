/** Reads a workflow of the caller's workspace, with or without a lock. */
import { type Database, WorkflowEntity, WorkflowVersionEntity } from '@libs/persistence';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { ownedWorkflowSql } from '../executions/execution.sql.js';

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

/** Like findWorkflow, without reading it. */
export async function requireWorkflow(
  pool: Database['pool'],
  id: string,
  { workspaceId }: Principal,
): Promise<void> {
  const { rowCount } = await pool.query(ownedWorkflowSql, [id, workspaceId]);
  if (rowCount === 0) throw notFound('workflow');
}

/** Like findWorkflow, and no other transaction can change it until this one ends. */
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

/** The deployed version; null before the first deployment. */
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

/** A workspace that the key can't see is treated as missing. */
export function requireWorkspace(workspaceId: string | undefined, principal: Principal): string {
  if (workspaceId !== undefined && workspaceId.toLowerCase() !== principal.workspaceId)
    throw notFound('workspace');
  return principal.workspaceId;
}
