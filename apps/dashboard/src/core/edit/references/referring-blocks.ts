/** The blocks whose texts or tools name a block: they break when it goes. */
import { normalizeName } from '@libs/workflow';
import { readDefinition } from '../text/read-definition.js';
import type { WorkflowText } from '../text/workflow-text.js';
import { blockStrings } from './block-strings.js';
import { nameScopes, toolsOf } from './name-scopes.js';
import { usesIn } from './renamed-text.js';

/** @returns names, in the order of the definition */
export function referringBlocks(document: WorkflowText, blockId: string): string[] {
  const definition = readDefinition(document);
  const block = definition.blocks.find(({ id }) => id === blockId);
  if (block === undefined) return [];
  const name = normalizeName(block.name);
  const scopes = nameScopes(definition);
  if (scopes.blockNamed(name) !== blockId) return [];
  const uses = (text: string, where: string): boolean =>
    usesIn(text, {
      before: name,
      after: name,
      name: block.name,
      isBlockName: (other) => scopes.isBlockName(where, other),
      isFreed: false,
      isBlock: scopes.meansBlock(where, name),
    }) > 0;
  const referring = new Set<string>();
  for (const { target, text } of blockStrings(document))
    if (uses(text, target.block)) referring.add(target.block);
  for (const other of definition.blocks)
    if (toolsOf(other).some(([, tool]) => normalizeName(tool) === name)) referring.add(other.id);
  referring.delete(blockId);
  return definition.blocks.flatMap((other) => (referring.has(other.id) ? other.name : []));
}
