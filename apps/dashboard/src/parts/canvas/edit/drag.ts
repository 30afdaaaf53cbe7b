import type { Placed } from '../../../core/canvas-edit/room.js';
import type { Point } from '../../../core/layout/box.js';
import type { BlockPositions } from '../../../core/layout/stored.js';
import type { Scene } from '../use-scene.js';
import type { CanvasEditing } from './canvas-editing.js';
import type { EditSession } from './edit-session.js';

export interface Pointer {
  /** In the canvas's pixels. */
  readonly at: Point;
  /** In the stage's. */
  readonly stage: Point;
  /** In the window's. */
  readonly screen: Point;
  /** Nothing lines it up. */
  readonly isFree: boolean;
}

/** What a drag needs: what is drawn when it starts, and whom to tell. */
export interface DragContext {
  readonly scene: Scene;
  readonly positions: BlockPositions;
  readonly editing: CanvasEditing;
  readonly session: EditSession;
  readonly selection: ReadonlySet<string>;
  /** The middle of what is seen. */
  readonly middle: () => Point;
  readonly select: (blockIds: ReadonlySet<string>) => void;
  /** Shows a selection that is not made yet. Null: shows the one that holds. */
  readonly preview: (blockIds: ReadonlySet<string> | null) => void;
}

export const placedOf = ({ scene: { graph, layout }, positions }: DragContext): Placed => ({
  graph,
  boxes: layout.boxes,
  stored: positions,
});

/** Nothing is changed before `drop`. */
export interface Drag {
  step(pointer: Pointer): void;
  drop(pointer: Pointer): void;
  cancel(): void;
}
