/** The blocks of a workflow as references see them. */
import {
  type BlockDefinition,
  normalizeName,
  type ReferredBlock,
  type WorkflowDefinition,
} from '@libs/workflow';
import { validConfig } from './parsed-config.js';
import { blockTypes } from './registry.js';

const reservedNames = new Set(['variable']);

/** Valid first steps of references into a block; null when its configuration does not tell. */
function outputsOf(block: BlockDefinition): readonly string[] | null {
  const blockType = blockTypes.get(block.type);
  const known = blockType?.outputs;
  const more = blockType?.moreOutputs(validConfig(block)) ?? [];
  if (blockType === undefined || known === undefined || more === 'any') return null;
  // Every block that can fail has an error (libs/execution, scope).
  return [...new Set([...Object.keys(known), ...more, 'error'])];
}

/** Blocks that references may name, by normalized name. A reserved name never means a block. */
export function referredBlocks(definition: WorkflowDefinition): Map<string, ReferredBlock> {
  return new Map(
    definition.blocks
      .map((block) => {
        const { id, name } = block;
        return [normalizeName(name), { id, name, outputs: outputsOf(block) }] as const;
      })
      .filter(([name]) => !reservedNames.has(name)),
  );
}
