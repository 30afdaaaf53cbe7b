/**
 * A workflow as its author sees it, and how one run of it stands. React Flow and the layout are
 * loaded when a canvas is first shown.
 */
import { lazyPart } from '../lazy/lazy-part.js';
import { CanvasGround } from './canvas-ground.js';
import type { CanvasProps } from './canvas-props.js';

export const Canvas = lazyPart<CanvasProps>(
  async () => (await import('./canvas-view.js')).CanvasView,
  () => <CanvasGround />,
);
