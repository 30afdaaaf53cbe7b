import { type Drawn, drawnOf } from '../../core/execution/drawn-definition.js';
import { remembered } from '../../core/execution/remembered.js';
import type { WorkflowText } from '../../core/edit/text/workflow-text.js';
import type { BlockPositions } from '../../core/layout/stored.js';
import { useEditor } from './store/editor-context.js';

const drawnIn = remembered((document: WorkflowText, positions: BlockPositions): Drawn | null =>
  drawnOf(JSON.parse(document.text), { positions }),
);

/** What the canvas draws; null: the draft has another shape. */
export function useDrawn(): Drawn | null {
  const document = useEditor(({ log }) => log.document);
  const positions = useEditor((state) => state.positions);
  return drawnIn(document, positions);
}
