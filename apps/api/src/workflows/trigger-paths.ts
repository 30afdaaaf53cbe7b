/**
 * Each trigger path belongs to one workflow in the whole service. A workflow holds the paths of its
 * draft and of its deployed version. The table's primary key decides when two workflows claim the
 * same path.
 */
import type { WorkflowDefinition } from '@libs/workflow';
import type { EntityManager } from 'typeorm';
import { invalidWorkflow } from './checked-definition.js';
import { claimPathSql, releasePathsSql } from './workflow.sql.js';

export interface WebhookPath {
  readonly blockId: string;
  readonly path: string;
}

/** Null when the workflow has another kind of trigger. */
export function webhookPathOf(definition: WorkflowDefinition): WebhookPath | null {
  const block = definition.blocks.find(({ type }) => type === 'webhook');
  const path = block?.config['path'];
  return block !== undefined && typeof path === 'string' ? { blockId: block.id, path } : null;
}

/**
 * Makes the workflow hold exactly these paths, in the caller's transaction.
 * @throws ApiError 422 with `TRIGGER_PATH_TAKEN` when another workflow holds the draft's path
 */
export async function holdPaths(
  manager: EntityManager,
  workflow: { readonly id: string; readonly workspaceId: string },
  draft: WorkflowDefinition,
  deployed: WorkflowDefinition | null,
): Promise<void> {
  const wanted = webhookPathOf(draft);
  const served = deployed === null ? null : webhookPathOf(deployed);
  const kept = [wanted, served].flatMap((held) => (held === null ? [] : [held.path]));
  await manager.query(releasePathsSql, [workflow.id, kept]);
  if (wanted === null) return;
  const claimed: unknown[] = await manager.query(claimPathSql, [
    wanted.path,
    workflow.id,
    workflow.workspaceId,
    wanted.blockId,
  ]);
  if (claimed.length > 0) return;
  throw invalidWorkflow([
    {
      code: 'TRIGGER_PATH_TAKEN',
      blockId: wanted.blockId,
      field: 'config.path',
      message: `The trigger path "${wanted.path}" belongs to another workflow`,
    },
  ]);
}
