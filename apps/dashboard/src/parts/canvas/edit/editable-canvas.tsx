/**
 * The canvas where a workflow is edited, or shown with marks. Its code is loaded when one is first
 * shown: pages that only read use `Canvas`.
 */
import { lazyPart } from '../../lazy/lazy-part.js';
import { CanvasGround } from '../canvas-ground.js';
import type { CanvasProps } from '../canvas-props.js';
import type { CanvasEditing, CanvasMarks } from './canvas-editing.js';

export interface EditableCanvasProps extends Omit<CanvasProps, 'isFixed' | 'marks'> {
  /** Without it the canvas is only read. */
  editing?: CanvasEditing | undefined;
  marks?: CanvasMarks | undefined;
}

export const EditableCanvas = lazyPart<EditableCanvasProps>(
  async () => (await import('./edit-canvas-view.js')).EditCanvasView,
  () => <CanvasGround />,
);
