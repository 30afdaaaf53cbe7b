/** Where the automatic layout puts the blocks. The worker computes it, once for each drawing. */
import { layoutPositions, type Positions } from '../../../core/canvas-edit/dragged-blocks.js';
import { layoutInputOf } from '../../../core/workflow-graph/block-size.js';
import {
  type DrawnDefinition,
  workflowGraph,
} from '../../../core/workflow-graph/workflow-graph.js';
import { automaticLayout, keptLayout, layoutKey } from '../automatic-layout.js';

export function tidyPositions(definition: DrawnDefinition): Promise<Positions> {
  const input = layoutInputOf(workflowGraph(definition));
  const key = layoutKey(input);
  const kept = keptLayout(key);
  if (kept !== null) return Promise.resolve(layoutPositions(kept.boxes));
  return new Promise((resolve) => {
    automaticLayout(key, input, ({ boxes }) => resolve(layoutPositions(boxes)));
  });
}
