/**
 * Vertices of the drawing: the items of a region, and a lane wherever an edge passes a row. A lane
 * keeps a gap free in its row, so that no edge runs beneath a block.
 */
import type { Link, Ranks } from './ranks.js';

export interface Lanes {
  /** Items first, by their own index; then lanes. */
  readonly vertexCount: number;
  /** Row of each vertex. */
  readonly rows: readonly number[];
  /**
   * By edge: its vertices from the top down. Two only, without lanes, for an edge that would need
   * too many. Empty for an edge from an item to itself.
   */
  readonly chains: readonly (readonly number[])[];
  /** Vertices below and above each one, from the edges' parts between neighbouring rows. */
  readonly below: readonly (readonly number[])[];
  readonly above: readonly (readonly number[])[];
}

/** More than a thousand blocks need; a hostile definition could ask for millions. */
const maxLanes = 10_000;

export function lanesOf(links: readonly Link[], { rows: itemRows, leadsUp }: Ranks): Lanes {
  const rows = [...itemRows];
  const chains: number[][] = links.map(() => []);
  const spans = links.map(({ from, to }, index) => {
    const [top, bottom] = leadsUp[index] ? [to, from] : [from, to];
    return { index, top, bottom, length: (rows[bottom] ?? 0) - (rows[top] ?? 0) };
  });
  // Short edges get their lanes first: they are the ones that can be followed by eye.
  for (const { index, top, bottom, length } of [...spans].sort((a, b) => a.length - b.length)) {
    if (top === bottom) continue;
    const chain = [top];
    if (rows.length + length - itemRows.length <= maxLanes)
      for (let row = (rows[top] ?? 0) + 1; row < (rows[bottom] ?? 0); row += 1)
        chain.push(rows.push(row) - 1);
    chains[index] = [...chain, bottom];
  }
  const below = rows.map((): number[] => []);
  const above = rows.map((): number[] => []);
  for (const chain of chains)
    for (const [at, upper] of chain.entries()) {
      const lower = chain[at + 1];
      if (lower === undefined || (rows[lower] ?? 0) - (rows[upper] ?? 0) !== 1) continue;
      below[upper]?.push(lower);
      above[lower]?.push(upper);
    }
  return { vertexCount: rows.length, rows, chains, below, above };
}
