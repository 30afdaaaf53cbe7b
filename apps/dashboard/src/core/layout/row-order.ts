/**
 * The order of the vertices in each row: the spine first, the others so that few edges cross
 * (barycentres, swept down and up). Equal input gives an equal order.
 */
import { crossingsBetween } from './crossings.js';
import type { Lanes } from './lanes.js';

/** By row: its vertices from the left. */
export type RowOrder = readonly (readonly number[])[];

/** Sweeps beyond these hardly remove a crossing, and each costs as much as the first. */
const maxSweeps = 8;
const sweepsWithoutGain = 2;

/** @param spine vertices that stand first in their row */
export function rowOrderOf(
  lanes: Lanes,
  starts: readonly number[],
  spine: ReadonlySet<number>,
): RowOrder {
  let best: RowOrder = firstOrder(lanes, starts, spine);
  let fewest = crossingsOf(lanes, best);
  let order = best;
  let idle = 0;
  for (let sweep = 0; sweep < maxSweeps && idle < sweepsWithoutGain && fewest > 0; sweep += 1) {
    order = swept(lanes, order, sweep % 2 === 0, spine);
    const crossings = crossingsOf(lanes, order);
    idle = crossings < fewest ? 0 : idle + 1;
    if (crossings < fewest) [best, fewest] = [order, crossings];
  }
  return best;
}

const spineFirst =
  (spine: ReadonlySet<number>) =>
  (a: number, b: number): number =>
    Number(spine.has(b)) - Number(spine.has(a));

/** Depth first in the order of the definition, so that branches read from left to right. */
function firstOrder(
  { vertexCount, rows, below }: Lanes,
  starts: readonly number[],
  spine: ReadonlySet<number>,
): number[][] {
  const order: number[][] = [];
  const isSeen = new Uint8Array(vertexCount);
  const stack = [...starts, ...Array(vertexCount).keys()].reverse();
  for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
    if (isSeen[vertex] === 1) continue;
    isSeen[vertex] = 1;
    (order[rows[vertex] ?? 0] ??= []).push(vertex);
    for (const lower of (below[vertex] ?? []).toSorted(spineFirst(spine)).reverse())
      if (isSeen[lower] === 0) stack.push(lower);
  }
  return order.map((row) => row.sort(spineFirst(spine)));
}

function positionsOf(lanes: Lanes, order: RowOrder): Int32Array {
  const positions = new Int32Array(lanes.vertexCount);
  for (const row of order) for (const [at, vertex] of row.entries()) positions[vertex] = at;
  return positions;
}

function crossingsOf(lanes: Lanes, order: RowOrder): number {
  const positions = positionsOf(lanes, order);
  const endsOf = (vertex: number): number[] =>
    (lanes.below[vertex] ?? []).map((lower) => positions[lower] ?? 0).sort((a, b) => a - b);
  return order.reduce(
    (sum, row, at) => sum + crossingsBetween(row.map(endsOf), order[at + 1]?.length ?? 0),
    0,
  );
}

function swept(
  lanes: Lanes,
  order: RowOrder,
  isDown: boolean,
  spine: ReadonlySet<number>,
): RowOrder {
  const positions = positionsOf(lanes, order);
  const neighbours = isDown ? lanes.above : lanes.below;
  const result = [...order];
  for (const at of isDown ? order.keys() : [...order.keys()].reverse()) {
    const row = order[at] ?? [];
    const weight = new Map(
      row.map((vertex) => [vertex, barycentre(vertex, neighbours[vertex] ?? [], positions, spine)]),
    );
    const sorted = row.toSorted((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0));
    for (const [position, vertex] of sorted.entries()) positions[vertex] = position;
    result[at] = sorted;
  }
  return result;
}

function barycentre(
  vertex: number,
  neighbours: readonly number[],
  positions: Int32Array,
  spine: ReadonlySet<number>,
): number {
  if (spine.has(vertex)) return -1;
  // What hangs on nothing here keeps its place.
  if (neighbours.length === 0) return positions[vertex] ?? 0;
  const sum = neighbours.reduce((total, one) => total + (positions[one] ?? 0), 0);
  return sum / neighbours.length;
}
