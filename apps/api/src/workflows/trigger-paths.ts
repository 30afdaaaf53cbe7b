/**
 * Each trigger path belongs to one workflow of its workspace. A workflow holds the paths of its
 * draft and of its deployed version. The table's primary key decides when two workflows claim the
 * same path.
 */
import type { WorkflowDefinition } from '@libs/workflow';
import type { EntityManager } from 'typeorm';
import { invalidWorkflow } from './checked-definition.js';
import { claimPathSql, holderOfPathSql, releasePathsSql } from './workflow.sql.js';

export interface WebhookPath {
  readonly blockId: string;
  readonly path: string;
}

export interface PathHolder {
  readonly id: string;
  readonly workspaceId: string;
}

/** Null when the workflow has another kind of trigger. */
export function webhookPathOf(definition: WorkflowDefinition): WebhookPath | null {
  const block = definition.blocks.find(({ type }) => type === 'webhook');
  const path = block?.config['path'];
  return block !== undefined && typeof path === 'string' ? { blockId: block.id, path } : null;
}

/** @returns false when another workflow of the workspace holds the path */
export async function claimPath(
  manager: EntityManager,
  { id, workspaceId }: PathHolder,
  path: string,
): Promise<boolean> {
  const claimed: unknown[] = await manager.query(claimPathSql, [workspaceId, path, id]);
  return claimed.length > 0;
}

/**
 * Makes the workflow hold exactly these paths, in the caller's transaction.
 * @throws ApiError 422 with `TRIGGER_PATH_TAKEN` when another workflow of the workspace holds the
 * draft's path
 */
export async function holdPaths(
  manager: EntityManager,
  workflow: PathHolder,
  draft: WorkflowDefinition,
  deployed: WorkflowDefinition | null,
): Promise<void> {
  const wanted = webhookPathOf(draft);
  const served = deployed === null ? null : webhookPathOf(deployed);
  const kept = [wanted, served].flatMap((held) => (held === null ? [] : [held.path]));
  await manager.query(releasePathsSql, [workflow.id, kept]);
  if (wanted === null || (await claimPath(manager, workflow, wanted.path))) return;
  const [holder] = await manager.query<{ id: string; name: string }[]>(holderOfPathSql, [
    workflow.workspaceId,
    wanted.path,
  ]);
  const who = holder === undefined ? 'another workflow' : `"${holder.name}" (${holder.id})`;
  throw invalidWorkflow([
    {
      code: 'TRIGGER_PATH_TAKEN',
      blockId: wanted.blockId,
      field: 'config.path',
      message: `The trigger path "${wanted.path}" belongs to ${who}. Choose another path`,
    },
  ]);
}
