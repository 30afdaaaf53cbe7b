/** Blocks are selected by a box around them. */
import { blocksIn } from '../../../core/canvas-edit/thing-at.js';
import type { Box, Point } from '../../../core/layout/box.js';
import type { Drag, DragContext, Pointer } from './drag.js';
import { stillMotion } from './gesture.js';

export function boxDrag(context: DragContext, start: Point): Drag {
  const { scene, session, selection: before } = context;
  const frames = new Set(
    scene.graph.blocks.filter(({ kind }) => kind === 'container').map(({ id }) => id),
  );
  let selection = before;
  return {
    step: ({ at, stage }: Pointer) => {
      const area = between(start, at);
      const met = blocksIn(scene.layout.boxes, area, (id) => frames.has(id));
      const next = new Set([...before, ...met]);
      // Blocks listen to what is selected: tell them only when it changed.
      if (next.size !== selection.size || met.some((id) => !selection.has(id))) {
        selection = next;
        context.preview(selection);
      }
      session.motion.set({ ...stillMotion, pointer: stage, at, area });
    },
    drop: () => {
      session.motion.set(stillMotion);
      context.select(selection);
    },
    cancel: () => {
      session.motion.set(stillMotion);
      context.preview(null);
    },
  };
}

const between = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});
