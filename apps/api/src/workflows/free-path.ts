/** A trigger path for an imported workflow, whose own one may be in use. */
import type { WorkflowDefinition } from '@libs/workflow';
import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { claimPath, type PathHolder, webhookPathOf } from './trigger-paths.js';
import { heldPathsSql } from './workflow.sql.js';

const longestPath = 128;
const lastNumber = 50;

/** The path itself, then with `-2`, `-3`, …; the last one is random, so it is free. */
export function candidatesFor(path: string): string[] {
  const numbers = Array.from({ length: lastNumber - 1 }, (_, index) => String(index + 2));
  const endings = [...numbers, randomBytes(8).toString('hex')];
  return [path, ...endings.map((end) => `${path.slice(0, longestPath - end.length - 1)}-${end}`)];
}

function atPath(definition: WorkflowDefinition, path: string): WorkflowDefinition {
  const trigger = webhookPathOf(definition)?.blockId;
  const blocks = definition.blocks.map((block) =>
    block.id === trigger ? { ...block, config: { ...block.config, path } } : block,
  );
  return { ...definition, blocks };
}

async function freeCandidates(
  manager: EntityManager,
  workspaceId: string,
  path: string,
): Promise<string[]> {
  const all = candidatesFor(path);
  const held = await manager.query<{ path: string }[]>(heldPathsSql, [workspaceId, all]);
  const taken = new Set(held.map((row) => row.path));
  return all.filter((candidate) => !taken.has(candidate));
}

/** The definition with the path that it would get now. Claims nothing. */
export async function withFreePath(
  manager: EntityManager,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<WorkflowDefinition> {
  const wanted = webhookPathOf(definition);
  // A longer one is refused by the checks of a save.
  if (wanted === null || wanted.path.length > longestPath) return definition;
  const [free = wanted.path] = await freeCandidates(manager, workspaceId, wanted.path);
  return atPath(definition, free);
}

/** The definition with a path that the workflow now holds, in the caller's transaction. */
export async function withClaimedPath(
  manager: EntityManager,
  workflow: PathHolder,
  definition: WorkflowDefinition,
): Promise<WorkflowDefinition> {
  const wanted = webhookPathOf(definition);
  if (wanted === null) return definition;
  // Another import may claim one of them meanwhile.
  for (const path of await freeCandidates(manager, workflow.workspaceId, wanted.path))
    if (await claimPath(manager, workflow, path)) return atPath(definition, path);
  return definition;
}
