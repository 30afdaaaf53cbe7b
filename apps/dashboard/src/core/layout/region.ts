/** Places connected items of one region, and leads its edges: rows, order, columns, heights. */
import { type Box, bottomOf, type Point } from './box.js';
import { columnsOf, type Reach } from './columns.js';
import { type Lanes, lanesOf } from './lanes.js';
import { ranksOf } from './ranks.js';
import { labelWidthOf, sidePoint, type Route, straightened } from './route.js';
import { type RowOrder, rowOrderOf } from './row-order.js';
import { type SpineLink, spineOf } from './spine.js';
import { tracksOf } from './tracks.js';
import type { WayLink } from './exits.js';
import type { WayItem } from './sides.js';
import { type Way, waysOf } from './ways.js';

export interface RegionItem extends WayItem {
  /** Blocks that it stands for. */
  readonly weight: number;
}

export interface RegionLink extends SpineLink, WayLink {}

export interface PlacedRegion {
  /** Top left of each item. */
  readonly places: readonly Point[];
  /** By link. */
  readonly routes: readonly Route[];
  /** Of the main line. */
  readonly lineX: number;
}

/** Half of what is free between two; that of a frame lets the blocks below each other align. */
const blockAir = 18;
const frameAir = 4;
const laneAir = 6;
const plainGap = 32;
const labelGap = 52;
/** So that its lower edge ends above the middle of the others in its row. */
const raisedBy = 44;
/** Above the first track, between two, and below the last. */
const trackAir = { before: 14, between: 8, after: 14 } as const;
const labelRoom = 20;

/** @param start index of the item that the main line begins with */
export function placeRegion(
  items: readonly RegionItem[],
  links: readonly RegionLink[],
  start: number,
): PlacedRegion {
  const ranks = ranksOf(items.length, links, [start]);
  const lanes = lanesOf(links, ranks);
  const spine = new Set([start]);
  const weights = items.map(({ weight }) => weight);
  for (const link of spineOf(weights, links, ranks, start))
    for (const vertex of lanes.chains[link] ?? []) spine.add(vertex);
  const order = rowOrderOf(lanes, [start], spine);
  const isLane = (vertex: number): boolean => vertex >= items.length;
  const x = columnsOf(lanes, order, spine, reachIn(items, links, lanes), isLane);
  const { ways, raised } = waysOf({ items, links, lanes, order, spine, x });
  const raisedRows = new Set([...raised].map((vertex) => ranks.rows[vertex] ?? 0));
  const heights = heightsOf(items, links, order, ways, raisedRows);
  const boxes = items.map(({ own, line }, vertex): Box => ({
    ...own,
    x: (x[vertex] ?? 0) - line,
    y: (heights.tops[ranks.rows[vertex] ?? 0] ?? 0) - (raised.has(vertex) ? raisedBy : 0),
  }));
  const routes = ways.map((way, index): Route => {
    const { from = 0, to = 0 } = links[index] ?? {};
    const isUp = ranks.leadsUp[index] === true;
    const [upper, lower] = isUp ? [to, from] : [from, to];
    const points = pointsOf(way, index, boxes[upper], boxes[lower], heights);
    return {
      points: isUp ? points.reverse() : points,
      label: labelPoint(way, boxes[from], ranks.rows[from] ?? 0, heights),
    };
  });
  return { places: boxes.map((box) => ({ x: box.x, y: box.y })), routes, lineX: x[start] ?? 0 };
}

function reachIn(
  items: readonly RegionItem[],
  links: readonly RegionLink[],
  { chains }: Lanes,
): (vertex: number) => Reach {
  const labelled = new Map<number, number>();
  for (const [index, [, lane]] of chains.entries()) {
    const label = links[index]?.label ?? null;
    if (lane !== undefined && label !== null) labelled.set(lane, labelWidthOf(label) / 2);
  }
  return (vertex) => {
    const item = items[vertex];
    if (item !== undefined)
      return {
        left: item.line,
        right: item.outer.width - item.line,
        air: item.hasSides ? blockAir : frameAir,
      };
    const half = labelled.get(vertex) ?? 0;
    return { left: half, right: half, air: laneAir };
  };
}

interface Heights {
  /** Of each row. */
  readonly tops: readonly number[];
  /** By row: the space below it. */
  readonly gaps: readonly Gap[];
}

interface Gap {
  readonly top: number;
  readonly labelY: number;
  /** By link: y of its turn here. */
  readonly turnY: ReadonlyMap<number, number>;
}

function heightsOf(
  items: readonly RegionItem[],
  links: readonly RegionLink[],
  order: RowOrder,
  ways: readonly Way[],
  raisedRows: ReadonlySet<number>,
): Heights {
  const turns = order.map((): { link: number; turn: Way['turns'][number] }[] => []);
  const isLabelled = order.map(() => false);
  const rowOf = new Map(order.flatMap((row, at) => row.map((vertex) => [vertex, at] as const)));
  for (const [link, way] of ways.entries()) {
    for (const turn of way.turns) turns[turn.row]?.push({ link, turn });
    if (way.label?.at === 'gap') isLabelled[rowOf.get(links[link]?.from ?? 0) ?? 0] = true;
  }
  const tops: number[] = [];
  const gaps: Gap[] = [];
  let y = 0;
  for (const [at, row] of order.entries()) {
    tops.push(y);
    const height = row.reduce(
      (most, vertex) => Math.max(most, items[vertex]?.outer.height ?? 0),
      0,
    );
    const top = y + height;
    const here = turns[at] ?? [];
    const tracks = tracksOf(here.map(({ turn }) => turn));
    const { before, between, after } = trackAir;
    const tracked = here.length === 0 ? 0 : before + Math.max(...tracks) * between + after;
    const plain = isLabelled[at] || raisedRows.has(at + 1) ? labelGap : plainGap;
    const gap = Math.max(plain, tracked + (isLabelled[at] && tracked > 0 ? labelRoom : 0));
    // With nothing else to keep apart, a turn and a label stand in the middle.
    const first = tracked > 0 && !isLabelled[at] ? (gap - tracked) / 2 + before : before;
    gaps.push({
      top,
      labelY: tracked > 0 ? top + gap - labelRoom + 2 : top + gap / 2,
      turnY: new Map(
        here.map(({ link }, index) => [link, top + first + (tracks[index] ?? 0) * between]),
      ),
    });
    y = top + gap;
  }
  return { tops, gaps };
}

/** From the upper end to the lower one. */
function pointsOf(
  { exit, entry, firstX, lastX, turns }: Way,
  link: number,
  source: Box | undefined,
  target: Box | undefined,
  { gaps }: Heights,
): Point[] {
  if (source === undefined || target === undefined || source === target) return [];
  const points: Point[] = [];
  if (exit === 'middle') points.push({ x: firstX, y: bottomOf(source) });
  else points.push(sidePoint(source, exit), { x: firstX, y: sidePoint(source, exit).y });
  for (const { fromX, toX, row } of turns) {
    const y = gaps[row]?.turnY.get(link) ?? bottomOf(source);
    points.push({ x: fromX, y }, { x: toX, y });
  }
  if (entry === 'middle') points.push({ x: lastX, y: target.y });
  else points.push({ x: lastX, y: sidePoint(target, entry).y }, sidePoint(target, entry));
  return straightened(points);
}

function labelPoint(
  { label, exit }: Way,
  source: Box | undefined,
  row: number,
  { gaps }: Heights,
): Point | null {
  if (label === null || source === undefined) return null;
  if (label.at === 'beside' && exit !== 'middle')
    return { x: label.x, y: sidePoint(source, exit).y };
  return { x: label.x, y: gaps[row]?.labelY ?? 0 };
}
