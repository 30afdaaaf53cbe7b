/** Which edges leave at a side, and which ends of branches are raised. */
import type { Lanes } from './lanes.js';
import type { Link } from './ranks.js';
import { labelWidthOf } from './route.js';
import type { RowOrder } from './row-order.js';
import { clearance, type End, freeSide, type ItemRow, type WayItem } from './sides.js';

export interface WayLink extends Link {
  readonly label: string | null;
}

/** Vertices with their columns, before heights are known. */
export interface PlacedVertices {
  readonly items: readonly WayItem[];
  readonly links: readonly WayLink[];
  readonly lanes: Lanes;
  readonly order: RowOrder;
  readonly spine: ReadonlySet<number>;
  /** By vertex. */
  readonly x: readonly number[];
}

interface VertexRow extends ItemRow {
  readonly vertices: readonly number[];
  readonly isRaised: boolean[];
}

export interface Exits {
  readonly rows: readonly VertexRow[];
  /** By link. */
  readonly sides: readonly End[];
  /** By link: where its label stands beside the block that it leaves; null: not there. */
  readonly labelX: readonly (number | null)[];
  /** Sides of items that edges leave at, as `item side`. */
  readonly used: ReadonlySet<string>;
  /** Items that stand half a row higher than their row. */
  readonly raised: ReadonlySet<number>;
}

/** A part of an edge, between neighbouring rows. */
interface Step {
  readonly link: number;
  readonly above: number;
  readonly below: number;
}

/** From the top: whether an item is raised depends on the row above, and decides what passes it. */
export function exitsOf(placed: PlacedVertices): Exits {
  const { links, lanes, x } = placed;
  const rows = itemRows(placed);
  const outCount = countsOf(links.map(({ from }) => from));
  const sides = links.map((): End => 'middle');
  const labelX = links.map((): number | null => null);
  const raised = new Set<number>();
  const used = new Set<string>();
  for (const [at, steps] of stepsByRow(placed).entries()) {
    const [row, lower] = [rows[at], rows[at + 1]];
    if (row === undefined) continue;
    const leaving = steps.filter(({ link, above }) => lanes.chains[link]?.[0] === above);
    for (const { link, above, below } of leaving)
      if ((outCount.get(above) ?? 0) > 1)
        sides[link] = freeSide(row, row.vertices.indexOf(above), x[below] ?? 0, true);
    const shared = countsOf(leaving.map(({ link, above }) => sideKey(above, sides[link])));
    for (const side of shared.keys()) used.add(side);
    for (const { link, above, below } of leaving)
      if (shared.get(sideKey(above, sides[link])) === 1)
        labelX[link] = besideX(placed, link, sides[link] ?? 'middle', above, below);
    const isBranching = (vertex: number): boolean => (outCount.get(vertex) ?? 0) > 1;
    for (const [place, vertex] of lower?.vertices.entries() ?? []) {
      const into = steps.filter(({ below }) => below === vertex);
      const [only] = into;
      if (lower === undefined || only === undefined || into.length > 1) continue;
      if (!lower.vertices.some((other) => other !== vertex && isBranching(other))) continue;
      if (sides[only.link] === 'middle' || lanes.chains[only.link]?.length !== 2) continue;
      if (links[only.link]?.label != null && labelX[only.link] === null) continue;
      if (!mayRise(placed, vertex, steps, sides)) continue;
      raised.add(vertex);
      lower.isRaised[place] = true;
    }
  }
  return { rows, sides, labelX, used, raised };
}

export const sideKey = (item: number, side: End = 'middle'): string => `${item} ${side}`;

export function countsOf<Key>(keys: Iterable<Key>): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const itemRows = ({ items, order, x }: PlacedVertices): VertexRow[] =>
  order.map((row) => {
    const vertices = row.filter((vertex) => vertex < items.length);
    return {
      vertices,
      items: vertices.flatMap((vertex) => items[vertex] ?? []),
      lefts: vertices.map((vertex) => (x[vertex] ?? 0) - (items[vertex]?.line ?? 0)),
      isRaised: vertices.map(() => false),
    };
  });

function stepsByRow({ lanes, order }: PlacedVertices): Step[][] {
  const steps = order.map((): Step[] => []);
  for (const [link, chain] of lanes.chains.entries())
    for (const [at, below] of chain.slice(1).entries()) {
      const above = chain[at] ?? below;
      steps[lanes.rows[above] ?? 0]?.push({ link, above, below });
    }
  return steps;
}

/** The middle of the horizontal part, when the label fits there. */
function besideX(
  { items, links, x }: PlacedVertices,
  link: number,
  side: End,
  above: number,
  below: number,
): number | null {
  const [item, label] = [items[above], links[link]?.label ?? null];
  if (item === undefined || label === null || side === 'middle' || links[link]?.from !== above)
    return null;
  const left = (x[above] ?? 0) - item.line;
  const edge = side === 'right' ? left + item.own.width : left;
  const end = x[below] ?? 0;
  return Math.abs(end - edge) > labelWidthOf(label) + 2 * clearance ? (edge + end) / 2 : null;
}

/** Nothing else turns above it. */
function mayRise(
  { items, spine, lanes, x }: PlacedVertices,
  vertex: number,
  steps: readonly Step[],
  sides: readonly End[],
): boolean {
  const item = items[vertex];
  if (item === undefined || spine.has(vertex)) return false;
  if (!item.hasSides || item.outer.width > item.own.width) return false;
  const left = (x[vertex] ?? 0) - item.line - clearance;
  const right = left + item.own.width + 2 * clearance;
  return steps.every(({ link, above, below }) => {
    const turnsBeside = sides[link] !== 'middle' && lanes.chains[link]?.[0] === above;
    const [a, b] = [x[above] ?? 0, x[below] ?? 0];
    return below === vertex || turnsBeside || Math.max(a, b) < left || Math.min(a, b) > right;
  });
}
