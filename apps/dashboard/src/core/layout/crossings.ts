/** Counts crossings of edges between two rows (Barth, Mutzel and Jünger), in O(e log v). */

/** @param ends by vertex of the upper row, from the left: positions of its ends below, ascending */
export function crossingsBetween(ends: Iterable<readonly number[]>, lowerCount: number): number {
  let first = 1;
  while (first < lowerCount) first *= 2;
  const tree = new Int32Array(2 * first);
  let crossings = 0;
  for (const positions of ends)
    for (const position of positions) {
      let at = position + first - 1;
      tree[at] = (tree[at] ?? 0) + 1;
      while (at > 0) {
        if (at % 2 === 1) crossings += tree[at + 1] ?? 0;
        at = (at - 1) >> 1;
        tree[at] = (tree[at] ?? 0) + 1;
      }
    }
  return crossings;
}
