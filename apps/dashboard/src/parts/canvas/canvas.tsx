/**
 * A workflow as its author sees it, and how one run of it stands. React Flow and the layout are
 * loaded when a canvas is first shown.
 */
import type { ReactNode } from 'react';
import type { BlockPositions } from '../../core/layout/stored.js';
import type { DrawnDefinition } from '../../core/workflow-graph/workflow-graph.js';
import { lazyPart } from '../lazy/lazy-part.js';
import { CanvasGround } from './canvas-ground.js';
import type { StatusStore } from './status-store.js';

export interface CanvasProps {
  /** The same object as long as it did not change: another one is laid out anew. */
  definition: DrawnDefinition;
  /** Where the author put the blocks; without them they are laid out. */
  positions?: BlockPositions | undefined;
  statusOf: StatusStore;
  selected: string | null;
  /** Null when the ground is pressed. */
  onSelect: (blockId: string | null) => void;
  /** The workflow's name, for screen readers. */
  label: string;
  /** Buttons at the left of the zoom. */
  actions?: ReactNode;
}

export const Canvas = lazyPart<CanvasProps>(
  async () => (await import('./canvas-view.js')).CanvasView,
  () => <CanvasGround />,
);
