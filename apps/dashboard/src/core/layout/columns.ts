/**
 * Where the vertices of each row stand (Brandes and Köpf, aligned to upper neighbours and packed to
 * the left). A vertex stands right below the one that leads to it wherever there is room, and an
 * edge that passes rows is straight.
 */
import type { Lanes } from './lanes.js';
import type { RowOrder } from './row-order.js';

/** How far a vertex reaches to both sides of its line. */
export interface Reach {
  readonly left: number;
  readonly right: number;
  /** Free space that it wants at each side, besides what its neighbour wants. */
  readonly air: number;
}

const leastAir = 12;

export function columnsOf(
  lanes: Lanes,
  order: RowOrder,
  spine: ReadonlySet<number>,
  reach: (vertex: number) => Reach,
  isLane: (vertex: number) => boolean,
): number[] {
  const positions = new Int32Array(lanes.vertexCount);
  for (const row of order) for (const [at, vertex] of row.entries()) positions[vertex] = at;
  const roots = alignedRoots(lanes, order, positions, spine, isLane);
  return packed(lanes, order, roots, reach);
}

/** By vertex: the top of the column that it stands in. */
function alignedRoots(
  { vertexCount, above }: Lanes,
  order: RowOrder,
  positions: Int32Array,
  spine: ReadonlySet<number>,
  isLane: (vertex: number) => boolean,
): Int32Array {
  const roots = Int32Array.from(Array(vertexCount).keys());
  for (const row of order) {
    // Columns may not cross: each upper neighbour is right of the one taken before.
    let taken = -1;
    const blocked = lanesAhead(row, above, positions, isLane);
    for (const [at, vertex] of row.entries()) {
      const upper = (above[vertex] ?? []).toSorted(
        (a, b) => (positions[a] ?? 0) - (positions[b] ?? 0),
      );
      const wanted = spine.has(vertex)
        ? upper.filter((one) => spine.has(one))
        : [upper[(upper.length - 1) >> 1], upper[upper.length >> 1]];
      const isPart = isLane(vertex) && upper.some(isLane);
      for (const one of wanted) {
        if (one === undefined) continue;
        const position = positions[one] ?? 0;
        if (position <= taken || (!isPart && position >= (blocked[at] ?? Infinity))) continue;
        roots[vertex] = roots[one] ?? one;
        taken = position;
        break;
      }
    }
  }
  return roots;
}

/** By place in the row: the upper place of the next lane that goes on, which must stay straight. */
function lanesAhead(
  row: readonly number[],
  above: readonly (readonly number[])[],
  positions: Int32Array,
  isLane: (vertex: number) => boolean,
): number[] {
  const ahead: number[] = [];
  let next = Infinity;
  for (const [at, vertex] of [...row.entries()].reverse()) {
    ahead[at] = next;
    const upper = isLane(vertex) ? (above[vertex] ?? []).find(isLane) : undefined;
    if (upper !== undefined) next = Math.min(next, positions[upper] ?? 0);
  }
  return ahead;
}

/** Each column as far left as its neighbours in all rows allow. */
function packed(
  { vertexCount }: Lanes,
  order: RowOrder,
  roots: Int32Array,
  reach: (vertex: number) => Reach,
): number[] {
  const after = new Map<number, { to: number; distance: number }[]>();
  const waitsFor = new Int32Array(vertexCount);
  for (const row of order)
    for (const [at, vertex] of row.entries()) {
      const left = row[at - 1];
      if (left === undefined) continue;
      const [a, b] = [reach(left), reach(vertex)];
      const distance = a.right + Math.max(leastAir, a.air + b.air) + b.left;
      const [from, to] = [roots[left] ?? left, roots[vertex] ?? vertex];
      const list = after.get(from);
      if (list === undefined) after.set(from, [{ to, distance }]);
      else list.push({ to, distance });
      waitsFor[to] = (waitsFor[to] ?? 0) + 1;
    }
  const x = Array.from({ length: vertexCount }, () => 0);
  const ready = [...roots.keys()].filter((vertex) => waitsFor[vertex] === 0);
  for (let column = ready.pop(); column !== undefined; column = ready.pop())
    for (const { to, distance } of after.get(column) ?? []) {
      x[to] = Math.max(x[to] ?? 0, (x[column] ?? 0) + distance);
      const left = (waitsFor[to] ?? 0) - 1;
      waitsFor[to] = left;
      if (left === 0) ready.push(to);
    }
  return x.map((_, vertex) => x[roots[vertex] ?? vertex] ?? 0);
}
