/** The way of an edge: corners of a line of horizontal and vertical parts. */
import { type Box, centreOf, type Point, rightOf } from './box.js';

export interface Route {
  readonly points: readonly Point[];
  /** Centre of the label; null when the edge has none. */
  readonly label: Point | null;
}

export const moved = ({ points, label }: Route, by: Point): Route => {
  const move = ({ x, y }: Point): Point => ({ x: x + by.x, y: y + by.y });
  return { points: points.map(move), label: label === null ? null : move(label) };
};

/** A label is cut after these pixels. */
export const maxLabelWidth = 120;
const characterWidth = 6.6;
const labelPadding = 12;

/** Of a label in 11-px monospace. */
export const labelWidthOf = (text: string): number =>
  Math.min(maxLabelWidth, text.length * characterWidth + labelPadding);

/** The middle of a side. */
export const sidePoint = (box: Box, side: 'left' | 'right'): Point => ({
  x: side === 'left' ? box.x : rightOf(box),
  y: centreOf(box).y,
});

/** Without points between two others on one line, and without repeated ones. */
export function straightened(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last?.x === point.x && last.y === point.y) continue;
    const isBetween =
      before !== undefined &&
      last !== undefined &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y));
    if (isBetween) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** Of an SVG path, with round corners. */
export function pathOf(points: readonly Point[], radius = 10): string {
  const [start, ...rest] = points;
  if (start === undefined) return '';
  const parts = [`M${start.x} ${start.y}`];
  for (const [at, corner] of rest.entries()) {
    const before = points[at] ?? start;
    const after = rest[at + 1];
    if (after === undefined) {
      parts.push(`L${corner.x} ${corner.y}`);
      continue;
    }
    const room = Math.min(radius, lengthOf(before, corner) / 2, lengthOf(corner, after) / 2);
    const [from, to] = [towards(corner, before, room), towards(corner, after, room)];
    parts.push(`L${from.x} ${from.y}Q${corner.x} ${corner.y} ${to.x} ${to.y}`);
  }
  return parts.join('');
}

const lengthOf = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function towards(from: Point, to: Point, distance: number): Point {
  const share = distance / (lengthOf(from, to) || 1);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
