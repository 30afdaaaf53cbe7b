import type { Link } from './ranks.js';

/** Vertices that hang together, each group in the order of its vertices. */
export function componentsOf(count: number, links: readonly Link[]): number[][] {
  const parents = Array.from({ length: count }, (_, vertex) => vertex);
  const rootOf = (vertex: number): number => {
    let root = vertex;
    while (parents[root] !== root) root = parents[root] = parents[parents[root] ?? 0] ?? 0;
    return root;
  };
  for (const { from, to } of links) parents[rootOf(from)] = rootOf(to);
  const groups = new Map<number, number[]>();
  for (let vertex = 0; vertex < count; vertex += 1) {
    const root = rootOf(vertex);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [vertex]);
    else group.push(vertex);
  }
  return [...groups.values()];
}
