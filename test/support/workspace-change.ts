import type { WorkspaceChange } from '@libs/contracts';

/** A change as a projector notes it; the rest is not told. */
export const changeOf = (
  told: Partial<WorkspaceChange> & Pick<WorkspaceChange, 'topic' | 'id'>,
): WorkspaceChange => ({
  workflowId: null,
  executionId: null,
  status: null,
  startedAt: null,
  endedAt: null,
  by: null,
  trigger: null,
  draft: null,
  totalDurationMs: null,
  errorCode: null,
  errorBlock: null,
  costUsd: null,
  result: null,
  subscriptionId: null,
  attempts: null,
  lastStatus: null,
  nextDueAt: null,
  ...told,
});
