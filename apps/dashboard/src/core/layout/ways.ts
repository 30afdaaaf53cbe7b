/**
 * How each edge of a region leaves its block, turns and arrives, before heights are known. A branch
 * leaves at the side and a join arrives there, if nothing stands in between. All else leaves at the
 * bottom, turns between two rows and arrives at the top.
 */
import { countsOf, type Exits, exitsOf, type PlacedVertices, sideKey } from './exits.js';
import { type End, freeSide } from './sides.js';
import type { Turn } from './tracks.js';

interface RowTurn extends Turn {
  /** Below this row. */
  readonly row: number;
}

export interface Way {
  readonly exit: End;
  readonly entry: End;
  /** Of the first and the last vertical part. */
  readonly firstX: number;
  readonly lastX: number;
  readonly turns: readonly RowTurn[];
  /** `beside` the block that it leaves, or in the gap below that block's row. */
  readonly label: { readonly at: 'beside' | 'gap'; readonly x: number } | null;
}

export interface Ways {
  /** By link. */
  readonly ways: readonly Way[];
  readonly raised: ReadonlySet<number>;
}

export function waysOf(placed: PlacedVertices): Ways {
  const exits = exitsOf(placed);
  const inCount = countsOf(placed.links.map(({ to }) => to));
  const ways = placed.lanes.chains.map((chain, link) => wayOf(placed, exits, link, chain, inCount));
  return { ways, raised: exits.raised };
}

function wayOf(
  { links, lanes, x }: PlacedVertices,
  { rows, sides, labelX, used }: Exits,
  link: number,
  chain: readonly number[],
  inCount: ReadonlyMap<number, number>,
): Way {
  const at = (vertex: number): number => x[vertex] ?? 0;
  const [top = 0, first = 0] = chain;
  const [last = 0, bottom = 0] = chain.slice(-2);
  const exit = sides[link] ?? 'middle';
  const isJoin = (inCount.get(bottom) ?? 0) > 1 && (chain.length > 2 || exit === 'middle');
  const row = rows[lanes.rows[bottom] ?? 0];
  const side =
    isJoin && row !== undefined
      ? freeSide(row, row.vertices.indexOf(bottom), at(last), false)
      : 'middle';
  // Lines that leave and lines that arrive must not share a side: none has an arrow.
  const entry = used.has(sideKey(bottom, side)) ? 'middle' : side;
  const turns = chain.slice(1).flatMap((below, step): RowTurn[] => {
    const above = chain[step] ?? top;
    const isAtSide = (step === 0 && exit !== 'middle') || (below === bottom && entry !== 'middle');
    if (isAtSide || Math.abs(at(above) - at(below)) < 1) return [];
    return [{ above, below, fromX: at(above), toX: at(below), row: lanes.rows[above] ?? 0 }];
  });
  const beside = labelX[link] ?? null;
  const hasLabel = links[link]?.label != null && links[link].from === top;
  return {
    ...{ exit, entry, turns },
    firstX: exit === 'middle' ? at(top) : at(first),
    lastX: entry === 'middle' ? at(bottom) : at(last),
    label: !hasLabel
      ? null
      : beside === null
        ? { at: 'gap', x: at(first) }
        : { at: 'beside', x: beside },
  };
}
