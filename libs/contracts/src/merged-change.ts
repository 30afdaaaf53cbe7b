import type { WorkspaceChange } from './records.generated.js';

/** A change of which only these fields are told. Pure. */
export const workspaceChange = (
  told: Partial<WorkspaceChange> & Pick<WorkspaceChange, 'topic' | 'id'>,
): WorkspaceChange => ({
  ...{ workflowId: null, executionId: null, status: null },
  ...{ startedAt: null, endedAt: null, by: null, trigger: null, draft: null },
  ...{ totalDurationMs: null, errorCode: null, errorBlock: null, costUsd: null, result: null },
  ...{ subscriptionId: null, attempts: null, lastStatus: null, nextDueAt: null },
  revision: null,
  ...told,
});

/**
 * What is known of one thing after two changes of it. Null means that the event did not say, except
 * for when a delivery is due next. A late start is no news, nor is a schedule that is read after
 * its attempt. Pure.
 */
export function mergedChange<C extends WorkspaceChange>(before: C, change: C): C {
  // The end of an execution says everything.
  if (change.topic === 'executions' && change.endedAt !== null) return change;
  const isLate =
    (before.endedAt !== null && change.endedAt === null) ||
    (change.attempts ?? Infinity) < (before.attempts ?? 0);
  const [earlier, later] = isLate ? [change, before] : [before, change];
  const told = Object.fromEntries(Object.entries(later).filter(([, value]) => value !== null));
  // An attempt without an answer has no status, whatever answered the one before.
  const { lastStatus } = later.attempts === null ? earlier : later;
  return { ...earlier, ...told, lastStatus, nextDueAt: later.nextDueAt };
}
