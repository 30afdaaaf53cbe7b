/** Blocks that stand in a trial's definition and do nothing. */
import { normalizeName, type BlockDefinition } from '@libs/workflow';
import { noteBlock } from '../note/note.block.js';
import { parsedConfig } from '../parsed-config.js';

const inert = (id: string, name: string): BlockDefinition => ({
  ...{ id, name },
  type: noteBlock.type,
  config: { text: 'Not part of this run' },
});

/** A block with an id and a name that these blocks do not have. */
export function inertBlock(blocks: readonly BlockDefinition[]): BlockDefinition {
  const taken = new Set(blocks.flatMap(({ id, name }) => [id, normalizeName(name)]));
  for (let number = 1; ; number += 1) {
    const [id, name] = [`not-run-${number}`, `Not run ${number}`];
    if (!taken.has(id) && !taken.has(normalizeName(name))) return inert(id, name);
  }
}

/**
 * Keeps every block that the run can reach. Of the others, one that can not be compiled becomes
 * inert, and one with the id or the name of a reached block goes: references mean the reached one.
 */
export function withoutProblems(
  blocks: readonly BlockDefinition[],
  reached: ReadonlySet<string>,
): BlockDefinition[] {
  const ids = new Set(reached);
  const names = new Set(
    blocks.flatMap(({ id, name }) => (reached.has(id) ? [normalizeName(name)] : [])),
  );
  return blocks.flatMap((block) => {
    if (reached.has(block.id)) return [block];
    const name = normalizeName(block.name);
    if (ids.has(block.id) || names.has(name)) return [];
    ids.add(block.id);
    names.add(name);
    return [parsedConfig(block)?.config.success === true ? block : inert(block.id, block.name)];
  });
}
