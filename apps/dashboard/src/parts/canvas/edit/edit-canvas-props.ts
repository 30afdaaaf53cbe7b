import type { CanvasProps } from '../canvas-props.js';
import type { CanvasEditing, CanvasMarks } from './canvas-editing.js';

export interface EditableCanvasProps extends Omit<CanvasProps, 'isFixed' | 'marks'> {
  /** Without it the canvas is only read. */
  editing?: CanvasEditing | undefined;
  marks?: CanvasMarks | undefined;
}
