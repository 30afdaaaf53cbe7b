import type { LayoutBlock } from './layout-input.js';

/** Ids of containers, each before the containers around it. */
export function innermostFirst(blocks: readonly LayoutBlock[]): string[] {
  const parents = new Map(blocks.map(({ id, parent }) => [id, parent]));
  const depthOf = (id: string): number => {
    let depth = 0;
    for (let at = parents.get(id); at != null; at = parents.get(at)) depth += 1;
    return depth;
  };
  return blocks
    .filter(({ isContainer }) => isContainer)
    .map(({ id }) => ({ id, depth: depthOf(id) }))
    .sort((a, b) => b.depth - a.depth)
    .map(({ id }) => id);
}
