import type { WorkflowGraph } from '../../core/workflow-graph/workflow-graph.js';
import { lookOf } from '../../core/status/status.js';
import type { StatusStore } from './status-store.js';

/** The block that a reader looks for first: the selected one, what failed, what goes on. */
export function focusOf(
  { blocks, triggerId }: WorkflowGraph,
  statusOf: Pick<StatusStore, 'get'>,
  selected: string | null,
): string | null {
  if (selected !== null && blocks.some(({ id }) => id === selected)) return selected;
  const withSign = (sign: string): string | undefined =>
    blocks.find(({ id, kind }) => {
      const status = statusOf.get(id)?.status;
      return kind === 'block' && status != null && lookOf(status).sign === sign;
    })?.id;
  return withSign('error') ?? withSign('running') ?? withSign('waiting') ?? triggerId;
}
