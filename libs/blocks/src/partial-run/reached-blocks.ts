/** What a block of a draft is part of: tools of agents, bodies of containers. */
import { normalizeName, type BlockDefinition, type WorkflowDefinition } from '@libs/workflow';
import type { WorkflowShape } from '../workflow-shape.js';
import { parsedConfig } from '../parsed-config.js';

/** Indexes of the blocks that these blocks use as tools. */
export function toolsOf(
  { blocks }: WorkflowDefinition,
  indexes: readonly number[],
): readonly number[] {
  const byName = new Map(blocks.map(({ name }, index) => [normalizeName(name), index]));
  return indexes.flatMap((index) => {
    const block = blocks[index];
    const parsed = block === undefined ? null : parsedConfig(block);
    if (parsed?.config.success !== true) return [];
    return parsed.type
      .tools(parsed.config.data)
      .flatMap((name) => byName.get(normalizeName(name)) ?? []);
  });
}

/** The containers around a block, outermost first. */
export const enclosingNames = (
  { blocks }: WorkflowDefinition,
  { regions }: WorkflowShape,
  index: number,
): BlockDefinition[] =>
  (regions.enclosing[index] ?? []).flatMap((container) => blocks[container] ?? []);
