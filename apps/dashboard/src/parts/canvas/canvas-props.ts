import type { ReactNode } from 'react';
import type { BlockPositions } from '../../core/layout/stored.js';
import type { DrawingMarks } from '../../core/version-diff/marks.js';
import type { DrawnDefinition } from '../../core/workflow-graph/workflow-graph.js';
import type { StatusStore } from './status-store.js';

export interface CanvasProps {
  /** The same object as long as it did not change: another one is laid out anew. */
  definition: DrawnDefinition;
  /** Where the author put the blocks; without them they are laid out. */
  positions?: BlockPositions | undefined;
  statusOf: StatusStore;
  /** Where it differs from another version. The same object as long as it did not change. */
  marks?: DrawingMarks;
  selected: string | null;
  /** Null when the ground is pressed. */
  onSelect: (blockId: string | null) => void;
  /** The workflow's name, for screen readers. */
  label: string;
  /** Buttons at the left of the zoom. */
  actions?: ReactNode;
  /** A picture in a page that scrolls: it is not moved, and has no tools. */
  isFixed?: boolean;
}
