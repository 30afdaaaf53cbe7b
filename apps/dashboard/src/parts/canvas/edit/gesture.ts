/** What a person is doing with the pointer. It changes when its target does, not with each step. */
import type { Box, Point } from '../../../core/layout/box.js';

export type Gesture =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'move';
      readonly dragged: ReadonlySet<string>;
      /** The body that the blocks would end in, if it is another one. */
      readonly frame: { readonly id: string | null } | null;
      readonly edge: string | null;
      readonly refusal: string | null;
    }
  | {
      readonly kind: 'wire';
      readonly from: string;
      readonly port: string;
      /** The edge that is led elsewhere. */
      readonly edge: string | null;
      readonly to: string | null;
      /** Of any block; null: it may end there. */
      readonly refusalOf: (to: string) => string | null;
    }
  | {
      readonly kind: 'new';
      readonly frame: { readonly id: string | null } | null;
      readonly edge: string | null;
      readonly refusal: string | null;
    };

export const noGesture: Gesture = { kind: 'none' };

/** Where it stands now: read by what is drawn above the blocks, without React. */
export interface Motion {
  /** In the stage's own pixels. */
  readonly pointer: Point;
  /** In the canvas's pixels, as all that follows. */
  readonly at: Point;
  readonly by: Point;
  readonly guides: { readonly x: number | null; readonly y: number | null };
  readonly wire: { readonly start: Point; readonly end: Point } | null;
  readonly area: Box | null;
}

export const stillMotion: Motion = {
  pointer: { x: 0, y: 0 },
  at: { x: 0, y: 0 },
  by: { x: 0, y: 0 },
  guides: { x: null, y: null },
  wire: null,
  area: null,
};

type BlockPart = 'moving' | 'refused' | 'dimmed' | 'target' | null;

/** What a gesture means for a block. */
export function blockPart(gesture: Gesture, id: string, parent: string | null): BlockPart {
  switch (gesture.kind) {
    case 'none':
      return null;
    case 'move':
      if (gesture.dragged.has(id)) return 'moving';
      return framePart(gesture, id, parent);
    case 'new':
      return framePart(gesture, id, parent);
    case 'wire':
      if (id === gesture.from) return null;
      if (gesture.refusalOf(id) !== null) return 'dimmed';
      return id === gesture.to ? 'target' : null;
  }
}

type IntoFrame = Pick<Extract<Gesture, { kind: 'move' | 'new' }>, 'frame' | 'refusal'>;

function framePart({ frame, refusal }: IntoFrame, id: string, parent: string | null): BlockPart {
  if (frame === null || frame.id === null) return null;
  if (refusal === null) return frame.id === id ? 'target' : null;
  if (frame.id === id) return 'refused';
  return frame.id === parent ? 'dimmed' : null;
}

type EdgePart = 'hidden' | 'target' | null;

export function edgePart(
  gesture: Gesture,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
): EdgePart {
  switch (gesture.kind) {
    case 'none':
      return null;
    case 'move':
      if (gesture.dragged.has(from) || gesture.dragged.has(to)) return 'hidden';
      return gesture.edge === id ? 'target' : null;
    case 'new':
      return gesture.edge === id && gesture.refusal === null ? 'target' : null;
    case 'wire':
      return gesture.edge === id ? 'hidden' : null;
  }
}

/** The sentence at the pointer. */
export function refusalNow(gesture: Gesture): string | null {
  switch (gesture.kind) {
    case 'none':
      return null;
    case 'move':
    case 'new':
      return gesture.refusal;
    case 'wire':
      return gesture.to === null ? null : gesture.refusalOf(gesture.to);
  }
}
