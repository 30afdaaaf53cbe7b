/**
 * The list of blocks lies over the left of the canvas. What stands at the place of the new block
 * is moved out from under it. Pure.
 */
import type { AddPlace } from '../add-block/add-place.js';
import { bottomOf, type Box, type Point, rightOf, type Size } from '../layout/box.js';

/** The list and the air around it, in the window's pixels (parts/block-picker). */
const listWidth = 352;

interface View extends Point {
  readonly zoom: number;
}

export interface ClearPlace {
  readonly place: AddPlace;
  readonly boxes: ReadonlyMap<string, Box>;
  readonly view: View;
  readonly stage: Size;
}

function near(place: AddPlace): readonly string[] {
  switch (place.kind) {
    case 'after':
      return [place.from];
    case 'edge':
      return [place.edge.from, place.edge.to];
    case 'body':
      return [place.container];
    case 'alone':
      return [];
  }
}

const onStage = ({ x, y, zoom }: View, box: Box): Box => ({
  x: box.x * zoom + x,
  y: box.y * zoom + y,
  width: box.width * zoom,
  height: box.height * zoom,
});

/** @returns by how much the drawing moves to the right; 0: nothing is covered */
export function clearBy({ place, boxes, view, stage }: ClearPlace): number {
  const ids = near(place);
  const wanted = ids.length === 0 ? [...boxes.values()] : ids.flatMap((id) => boxes.get(id) ?? []);
  const seen = wanted
    .map((box) => onStage(view, box))
    .filter((box) => rightOf(box) > 0 && bottomOf(box) > 0 && box.y < stage.height);
  // More than its width is never covered, however far a frame reaches to the left.
  return Math.min(listWidth, Math.max(0, ...seen.map(({ x }) => listWidth - x)));
}
