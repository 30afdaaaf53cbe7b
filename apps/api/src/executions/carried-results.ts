/**
 * The results a rerun from a block carries over. The chosen block, failed or unended blocks, and
 * everything downstream of those run again. Pure.
 */
import { shapeOf } from '@libs/blocks';
import type { CarriedResult } from '@libs/execution';
import type { WorkflowDefinition } from '@libs/workflow';

/** A top-level block as the read model has it. */
export interface RecordedBlock {
  readonly blockId: string;
  readonly ports: readonly string[];
  /** JSON text; null when the block has not ended. */
  readonly output: string | null;
  readonly hasFailed: boolean;
}

/** Null when the version has no such top-level block. */
export function carriedResults(
  definition: WorkflowDefinition,
  fromBlockId: string,
  recorded: readonly RecordedBlock[],
): CarriedResult[] | null {
  const { graph, regions } = shapeOf(definition);
  const { indexOf, outgoing } = graph;
  const isTopLevel = (index: number): boolean => regions.enclosing[index]?.length === 0;
  const from = indexOf.get(fromBlockId);
  if (from === undefined || !isTopLevel(from)) return null;
  const unusable = recorded.flatMap(({ blockId, output, hasFailed }) =>
    output === null || hasFailed ? (indexOf.get(blockId) ?? []) : [],
  );
  const again = new Set<number>();
  const stack = [from, ...unusable];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    if (again.has(index)) continue;
    again.add(index);
    stack.push(...(outgoing[index] ?? []).map(({ to }) => to));
  }
  return recorded.flatMap(({ blockId, ports, output }) => {
    const index = indexOf.get(blockId);
    if (index === undefined || again.has(index) || !isTopLevel(index) || output === null) return [];
    return [{ blockId, iteration: '', ports, output }];
  });
}
