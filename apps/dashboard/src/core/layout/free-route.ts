/**
 * The way of an edge between blocks that stand anywhere: where an author put them, or in different
 * regions of a draft with problems. It looks at its two blocks only.
 */
import { type Box, bottomOf, centreOf, type Point, rightOf } from './box.js';
import { labelWidthOf, type Route, straightened } from './route.js';

export interface FreeEdge {
  readonly label: string | null;
  /** Other edges leave the same block: this one may leave at the side. */
  readonly isBranch: boolean;
  /** Other edges reach the same block. */
  readonly isJoin: boolean;
}

const clearance = 12;
/** Below a block, before an edge may turn. */
const leastGap = 16;

export function freeRoute(source: Box, target: Box, edge: FreeEdge): Route {
  const points = straightened(
    target.y >= bottomOf(source) + leastGap
      ? downwards(source, target, edge)
      : sideways(source, target),
  );
  return { points, label: edge.label === null ? null : labelPoint(points, edge.label) };
}

function downwards(source: Box, target: Box, { isBranch, isJoin }: FreeEdge): Point[] {
  const [from, to] = [centreOf(source), centreOf(target)];
  const [start, end] = [
    { x: from.x, y: bottomOf(source) },
    { x: to.x, y: target.y },
  ];
  if (isBranch && (to.x > rightOf(source) + clearance || to.x < source.x - clearance)) {
    const side = to.x > from.x ? rightOf(source) : source.x;
    return [{ x: side, y: from.y }, { x: to.x, y: from.y }, end];
  }
  if (isJoin && (from.x > rightOf(target) + clearance || from.x < target.x - clearance)) {
    const side = from.x > to.x ? rightOf(target) : target.x;
    return [start, { x: from.x, y: to.y }, { x: side, y: to.y }];
  }
  const middle = (start.y + end.y) / 2;
  return [start, { x: from.x, y: middle }, { x: to.x, y: middle }, end];
}

/** Beside or above: from the sides that face each other, or around both at the right. */
function sideways(source: Box, target: Box): Point[] {
  const [from, to] = [centreOf(source), centreOf(target)];
  const isRight = target.x >= rightOf(source) + clearance;
  if (isRight || rightOf(target) + clearance <= source.x) {
    const start = isRight ? rightOf(source) : source.x;
    const end = isRight ? target.x : rightOf(target);
    const middle = (start + end) / 2;
    return [
      { x: start, y: from.y },
      { x: middle, y: from.y },
      { x: middle, y: to.y },
      { x: end, y: to.y },
    ];
  }
  const around = Math.max(rightOf(source), rightOf(target)) + 2 * clearance;
  return [
    { x: rightOf(source), y: from.y },
    { x: around, y: from.y },
    { x: around, y: to.y },
    { x: rightOf(target), y: to.y },
  ];
}

/** On the first part that is long enough, else in the middle of the first one. */
function labelPoint(points: readonly Point[], label: string): Point | null {
  const parts = points.slice(1).map((end, at) => ({ start: points[at] ?? end, end }));
  const fits = parts.find(
    ({ start, end }) =>
      Math.abs(start.x - end.x) > labelWidthOf(label) + clearance ||
      Math.abs(start.y - end.y) > 2 * clearance,
  );
  const { start, end } = fits ?? parts[0] ?? {};
  if (start === undefined || end === undefined) return null;
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
}
