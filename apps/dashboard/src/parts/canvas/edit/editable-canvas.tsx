/**
 * The canvas where a workflow is edited, or shown with marks. Its code is loaded when one is first
 * shown: pages that only read use `Canvas`.
 */
import { lazyPart } from '../../lazy/lazy-part.js';
import { CanvasGround } from '../canvas-ground.js';
import type { EditableCanvasProps } from './edit-canvas-props.js';

export const EditableCanvas = lazyPart<EditableCanvasProps>(
  async () => (await import('./edit-canvas-view.js')).EditCanvasView,
  () => <CanvasGround />,
);
