/** Which part of a drawing is shown first. */
import type { Box, Point, Size } from '../../core/layout/box.js';
import { centreOf } from '../../core/layout/box.js';

export interface View extends Point {
  readonly zoom: number;
}

/** Below this zoom the overview is shown. */
export const overviewBelow = 0.5;
export const minZoom = 0.05;
const margin = 24;
/** The tools stand there. */
const foot = 64;
/** Text of 13 px is 9 px high. */
const readable = 0.7;
/** When not all fits: text of 13 px is 10 px high and most of a way is seen. */
const focused = 0.8;

const fitZoom = (bounds: Size, stage: Size): number =>
  Math.min(
    1,
    (stage.width - 2 * margin) / Math.max(1, bounds.width),
    (stage.height - margin - foot) / Math.max(1, bounds.height),
  );

/** All of it: centred, and at the top where there is room. */
export function fitted(bounds: Box, stage: Size): View {
  const zoom = Math.max(minZoom, fitZoom(bounds, stage));
  return {
    zoom,
    x: (stage.width - bounds.width * zoom) / 2 - bounds.x * zoom,
    y: margin - bounds.y * zoom,
  };
}

export function centred(box: Box, stage: Size, zoom: number): View {
  const { x, y } = centreOf(box);
  return { zoom, x: stage.width / 2 - x * zoom, y: stage.height / 2 - y * zoom };
}

/** @param focus the block that matters most; null: none */
export function firstView(bounds: Box, stage: Size, focus: Box | null): View {
  if (fitZoom(bounds, stage) >= readable) return fitted(bounds, stage);
  const wide = Math.min(1, (stage.width - 2 * margin) / Math.max(1, bounds.width));
  if (focus === null && wide < readable) return fitted(bounds, stage);
  const zoom = wide >= readable ? wide : focused;
  const top = margin - bounds.y * zoom;
  const view = focus === null ? { x: 0, y: top } : centred(focus, stage, zoom);
  // A way that fits in width is not shifted sideways, nor is air shown above its first block.
  const x = wide >= readable ? (stage.width - bounds.width * zoom) / 2 - bounds.x * zoom : view.x;
  return { zoom, x, y: Math.min(view.y, top) };
}

/** What stands in the middle of the stage. */
export interface Place extends Point {
  readonly zoom: number;
}

export const viewAt = ({ x, y, zoom }: Place, stage: Size): View =>
  centred({ x, y, width: 0, height: 0 }, stage, zoom);

export const placeIn = ({ x, y, zoom }: View, stage: Size): Place => ({
  x: (stage.width / 2 - x) / zoom,
  y: (stage.height / 2 - y) / zoom,
  zoom,
});

const fitsIn = (start: number, length: number, room: number): boolean =>
  start >= 0 && start + length <= room;

/** Moved only along the axis in which the box is out of sight. */
export function broughtIn(box: Box, view: View, stage: Size): View {
  const { x, y, zoom } = view;
  const middle = centred(box, stage, zoom);
  const isBeside = !fitsIn(box.x * zoom + x, box.width * zoom, stage.width);
  const isAboveOrBelow = !fitsIn(box.y * zoom + y, box.height * zoom, stage.height);
  return { zoom, x: isBeside ? middle.x : x, y: isAboveOrBelow ? middle.y : y };
}

export function isInView(box: Box, view: View, stage: Size): boolean {
  const { x, y } = broughtIn(box, view, stage);
  return x === view.x && y === view.y;
}
