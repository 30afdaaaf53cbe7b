/** The blocks of a workflow as references see them. */
import {
  type BlockDefinition,
  normalizeName,
  type ReferredBlock,
  type WorkflowDefinition,
} from '@libs/workflow';
import { configIfValid } from './parsed-config.js';
import { blockTypes } from './registry.js';

const reservedNames = new Set(['variable']);

/** Valid first steps of references into a block; null when its configuration does not tell. */
export function outputsOf(block: BlockDefinition): ReadonlySet<string> | null {
  const blockType = blockTypes.get(block.type);
  const known = blockType?.outputs;
  const config = configIfValid(block);
  if (blockType === undefined || known === undefined) return null;
  // An invalid configuration does not tell which outputs it adds.
  const more = config === undefined ? blockType.anyOutputs : blockType.moreOutputs(config);
  if (more === 'any') return null;
  // Every block that can fail has an error (libs/execution, scope).
  return new Set([...Object.keys(known), ...more, 'error']);
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
