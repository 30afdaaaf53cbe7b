/** The frame of a container: a head, and its body below. */
import { type Box, aroundAll, bottomOf, rightOf, type Size } from './box.js';

export const bodyPadding = { top: 42, side: 14, bottom: 14 } as const;
/** Of a frame without a body; its head needs this width in any case. */
const emptyBody: Size = { width: 216, height: 52 };

export const frameSizeOf = (body: Size): Size => ({
  width: Math.max(body.width, emptyBody.width) + 2 * bodyPadding.side,
  height: (body.height || emptyBody.height) + bodyPadding.top + bodyPadding.bottom,
});

/** @param at where the frame stands while its body is empty */
export function frameAround(body: readonly Box[], at: { x: number; y: number }): Box {
  if (body.length === 0) return { ...at, ...frameSizeOf({ width: 0, height: 0 }) };
  const inner = aroundAll(body);
  const { width, height } = frameSizeOf({
    width: rightOf(inner) - inner.x,
    height: bottomOf(inner) - inner.y,
  });
  return { x: inner.x - bodyPadding.side, y: inner.y - bodyPadding.top, width, height };
}
