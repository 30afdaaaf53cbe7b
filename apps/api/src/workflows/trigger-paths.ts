/**
 * Each trigger path belongs to one workflow of its workspace. A workflow holds the paths of its
 * draft, if that is valid, and of its deployed version. The table's primary key decides when two
 * workflows claim the same path.
 */
import { webhookConfig } from '@libs/blocks';
import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';
import type { EntityManager } from 'typeorm';
import { claimPathSql, holderOfPathSql, releasePathsSql } from './workflow.sql.js';

export interface WebhookPath {
  readonly blockId: string;
  readonly path: string;
}

export interface PathHolder {
  readonly id: string;
  readonly workspaceId: string;
}

/** Whether a URL can end with it. A draft with problems may have any text as its path. */
export const isTriggerPath = (path: string): boolean =>
  webhookConfig.shape.path.safeParse(path).success;

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
 * Makes the workflow hold exactly the paths of these definitions, in the caller's transaction.
 * @returns the problem of the first path that another workflow of the workspace holds
 */
export async function holdPaths(
  manager: EntityManager,
  workflow: PathHolder,
  definitions: readonly WorkflowDefinition[],
): Promise<DefinitionProblem | null> {
  const wanted = new Map(
    definitions.flatMap((definition) => {
      const held = webhookPathOf(definition);
      return held === null ? [] : [[held.path, held.blockId] as const];
    }),
  );
  await manager.query(releasePathsSql, [workflow.id, [...wanted.keys()]]);
  for (const [path, blockId] of wanted) {
    if (await claimPath(manager, workflow, path)) continue;
    const [holder] = await manager.query<{ id: string; name: string }[]>(holderOfPathSql, [
      workflow.workspaceId,
      path,
    ]);
    const who = holder === undefined ? 'another workflow' : `"${holder.name}" (${holder.id})`;
    return {
      code: 'TRIGGER_PATH_TAKEN',
      blockId,
      field: 'config.path',
      message: `The trigger path "${path}" belongs to ${who}. Choose another path`,
    };
  }
  return null;
}
