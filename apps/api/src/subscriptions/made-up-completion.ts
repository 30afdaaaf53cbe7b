/** The end of an execution that never was, for tests and samples of a receiver's body. */
import type { WorkflowExecutionCompleted } from '@libs/contracts';

type Named = Pick<
  WorkflowExecutionCompleted,
  | ('eventId' | 'accountId' | 'workspaceId' | 'workflowId' | 'workflowName' | 'executionId')
  | ('logId' | 'trigger' | 'finalOutput')
>;

export const madeUpCompletion = (named: Named, nowMs: number): WorkflowExecutionCompleted => ({
  ...named,
  deploymentVersion: 0,
  status: 'success',
  level: 'info',
  startedAt: nowMs,
  endedAt: nowMs,
  totalDurationMs: 0,
  cost: { total: 0, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} },
  files: null,
  error: null,
  ledgerPartition: 0,
  ledgerOffset: 0,
  draft: false,
  quiet: false,
});
