/** Why a list of a block is not worth opening. Null: it is. */
import { outlineTree } from '../../../core/outline/outline-tree.js';
import {
  type DrawnDefinition,
  workflowGraph,
} from '../../../core/workflow-graph/workflow-graph.js';
import type { BlockList } from '../../../parts/canvas/edit/canvas-editing.js';
import { stepOf } from '../../../parts/outline/outline-actions.js';
import type { OutlineRules } from '../../../parts/outline/outline-props.js';

export function listRefusal(
  definition: DrawnDefinition,
  rules: OutlineRules,
  block: string,
  list: BlockList,
): string | null {
  const tree = outlineTree(workflowGraph(definition));
  const step = stepOf({ definition, rules, tree }, block, list);
  return step.kind === 'refused' ? step.reason : null;
}
