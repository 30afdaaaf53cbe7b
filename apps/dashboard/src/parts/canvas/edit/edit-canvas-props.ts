import type { AddPlace } from '../../../core/add-block/add-place.js';
import type { CanvasProps } from '../canvas-props.js';
import type { Place } from '../first-view.js';
import type { CanvasEditing, CanvasMarks } from './canvas-editing.js';

export interface EditableCanvasProps extends Omit<CanvasProps, 'isFixed' | 'marks'> {
  /** Without it the canvas is only read. */
  editing?: CanvasEditing | undefined;
  marks?: CanvasMarks | undefined;
  /** The list of blocks is open for it, and lies over the left of the canvas. */
  adding?: AddPlace | null;
  /** What stands in its middle at first; null: it chooses. */
  place?: Place | null;
  /** At the end of each move of the view. */
  onPlace?: (place: Place) => void;
}
