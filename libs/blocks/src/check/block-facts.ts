/** Facts about the blocks of a definition that its configuration schemas do not tell an editor. */
import type { WorkflowDefinition } from '@libs/workflow';
import { assignsOf, toolsOf } from '../compile-workflow.js';
import { isContainer, type WorkflowShape } from '../workflow-shape.js';
import { outputsOf } from '../referred-blocks.js';
import { blockTypes } from '../registry.js';
import { portsOf } from './check-edges.js';
import type { FoundReference, FoundReferences } from './found-references.js';
import { unnamed } from './problem-list.js';

export interface BlockFacts {
  /** Ports that an edge may leave from, `error` included. */
  readonly ports: readonly string[];
  /** Names that `<block.x>` may begin with. */
  readonly outputs: readonly string[];
  /** Whether there may be further ones, unknown before the block runs. */
  readonly openOutputs: boolean;
  /** Variables of the workflow that it assigns. */
  readonly assigns: readonly string[];
  /** Names of blocks that it uses as tools. */
  readonly tools: readonly string[];
  /** Id of the innermost loop or parallel whose body it is in. */
  readonly container: string | null;
  readonly references: readonly FoundReference[];
}

/** By id. Yields where other work may run in between. */
export function* blockFacts(
  definition: WorkflowDefinition,
  { regions }: Pick<WorkflowShape, 'regions'>,
  references: FoundReferences,
): Generator<void, ReadonlyMap<string, BlockFacts>, void> {
  const facts = new Map<string, BlockFacts>();
  for (const [index, block] of definition.blocks.entries()) {
    yield;
    if (block.id.startsWith(unnamed)) continue;
    const outputs = outputsOf(block);
    const container = definition.blocks[regions.enclosing[index]?.at(-1) ?? -1];
    facts.set(block.id, {
      ports: portsOf(block) ?? [],
      outputs: [...(outputs ?? Object.keys(blockTypes.get(block.type)?.outputs ?? {}))],
      openOutputs: outputs === null,
      assigns: assignsOf(block),
      tools: toolsOf(block),
      container: container !== undefined && isContainer(container) ? container.id : null,
      references: [...references.of(block)],
    });
  }
  return facts;
}
