/** Finds an edge by a point, and the points on an edge where a person acts on it. */
import type { Point } from '../layout/box.js';
import type { Route } from '../layout/route.js';

export interface EdgeHit {
  readonly id: string;
  /** `end`: close to the block it leads to, where it is taken off. */
  readonly part: 'insert' | 'middle' | 'end';
}

const insertReach = 9;
const longestEnd = 18;

/** @param reach how far beside its line an edge is still met */
export function edgeAt(
  routes: Iterable<readonly [id: string, route: Route]>,
  point: Point,
  reach: number,
): EdgeHit | null {
  let [found, least]: [EdgeHit | null, number] = [null, reach];
  for (const [id, route] of routes) {
    const insert = distance(point, insertPoint(route));
    // What a person aims at comes before the lines around it.
    if (insert <= Math.max(insertReach, reach)) return { id, part: 'insert' };
    const { away, left } = nearest(route.points, point);
    if (away > least) continue;
    const end = Math.min(longestEnd, lengthOf(route.points) / 3);
    [found, least] = [{ id, part: left <= end ? 'end' : 'middle' }, away];
  }
  return found;
}

/** Where "+" stands: half-way, or between the label and the end. */
export function insertPoint({ points, label }: Route): Point {
  const total = lengthOf(points);
  if (label === null) return pointAlong(points, total / 2);
  const { left } = nearest(points, label);
  return pointAlong(points, total - left / 2);
}

export function pointAlong(points: readonly Point[], length: number): Point {
  let rest = length;
  for (const [start, end] of partsOf(points)) {
    const own = distance(start, end);
    if (own > 0 && rest <= own) {
      const share = rest / own;
      return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
    }
    rest -= own;
  }
  return points.at(-1) ?? { x: 0, y: 0 };
}

/** How far a point is from a line, and how much of the line follows the closest place. */
function nearest(points: readonly Point[], point: Point): { away: number; left: number } {
  let [away, at, passed] = [Infinity, 0, 0];
  for (const [start, end] of partsOf(points)) {
    const own = distance(start, end);
    const along =
      own === 0
        ? 0
        : ((point.x - start.x) * (end.x - start.x) + (point.y - start.y) * (end.y - start.y)) / own;
    const met = Math.min(own, Math.max(0, along));
    const share = own === 0 ? 0 : met / own;
    const here = distance(point, {
      x: start.x + (end.x - start.x) * share,
      y: start.y + (end.y - start.y) * share,
    });
    if (here < away) [away, at] = [here, passed + met];
    passed += own;
  }
  return { away, left: passed - at };
}

function* partsOf(points: readonly Point[]): Generator<readonly [Point, Point]> {
  for (let at = 1; at < points.length; at += 1) {
    const [start, end] = [points[at - 1], points[at]];
    if (start !== undefined && end !== undefined) yield [start, end];
  }
}

export function lengthOf(points: readonly Point[]): number {
  let sum = 0;
  for (const [start, end] of partsOf(points)) sum += distance(start, end);
  return sum;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
