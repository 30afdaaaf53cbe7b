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
  /** 0: of the execution itself; 1: of the one that it repeats, and so on. */
  readonly generation: number;
}

/** Null when the version has no such top-level block. */
export function carriedResults(
  definition: WorkflowDefinition,
  fromBlockId: string,
  recorded: readonly RecordedBlock[],
): CarriedResult[] | null {
  const shape = shapeOf(definition);
  const { graph, regions } = shape;
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
  const newest = newestBefore(shape, recorded);
  return recorded.flatMap(({ blockId, ports, output, generation }) => {
    const index = indexOf.get(blockId);
    if (index === undefined || again.has(index) || !isTopLevel(index) || output === null) return [];
    if ((newest.get(index) ?? generation) < generation) return [];
    return [{ blockId, iteration: '', ports, output }];
  });
}

/**
 * By block index, the newest run in which the block or one before it ran. A result that is older
 * has lost its cause: another path was taken since, or other values.
 */
function newestBefore(
  { graph: { indexOf, outgoing } }: ReturnType<typeof shapeOf>,
  recorded: readonly RecordedBlock[],
): ReadonlyMap<number, number> {
  const newest = new Map<number, number>();
  for (const { blockId, generation } of recorded.toSorted((a, b) => a.generation - b.generation)) {
    const stack = [indexOf.get(blockId)].filter((index) => index !== undefined);
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (newest.has(index)) continue;
      newest.set(index, generation);
      stack.push(...(outgoing[index] ?? []).map(({ to }) => to));
    }
  }
  return newest;
}
