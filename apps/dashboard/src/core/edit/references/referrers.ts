/** Who loses something when blocks are deleted: blocks whose texts or tools name one of them. */
import { normalizeName } from '@libs/workflow';
import { readDefinition } from '../text/read-definition.js';
import type { WorkflowText } from '../text/workflow-text.js';
import { blockStrings } from './block-strings.js';
import { nameScopes, toolsOf } from './name-scopes.js';
import { usesIn } from './renamed-text.js';

/** @returns names of blocks that stay, in their order */
export function referrersOf(document: WorkflowText, deleted: readonly string[]): readonly string[] {
  const definition = readDefinition(document);
  const scopes = nameScopes(definition);
  const gone = new Set(deleted);
  const names = definition.blocks.flatMap(({ id, name }) => {
    const normalized = normalizeName(name);
    return gone.has(id) && scopes.blockNamed(normalized) === id ? [normalized] : [];
  });
  const losing = new Set<string>();
  for (const { target, text } of blockStrings(document)) {
    const { block } = target;
    if (gone.has(block) || losing.has(block)) continue;
    const isUsed = (before: string): boolean =>
      usesIn(text, {
        ...{ before, after: before, name: before, isFreed: false },
        isBlockName: (name) => scopes.isBlockName(block, name),
        isBlock: scopes.meansBlock(block, before),
      }) > 0;
    if (names.some(isUsed)) losing.add(block);
  }
  const isTool = ([, name]: [number, string]): boolean => names.includes(normalizeName(name));
  return definition.blocks
    .filter((block) => !gone.has(block.id) && (losing.has(block.id) || toolsOf(block).some(isTool)))
    .map(({ name }) => name);
}
