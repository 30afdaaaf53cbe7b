/** What one record changed, as the pages of its workspace are told. */
import type { WorkspaceChange } from '@libs/contracts';

type ChangedTopic = 'executions' | 'deliveries' | 'approvals' | 'workflows' | 'notifications';

export interface NotedChange extends WorkspaceChange {
  readonly topic: ChangedTopic;
  /** Null: the record does not say. An earlier record of the same thing did. */
  readonly workspaceId: string | null;
  /** Set by a try of a block that failed and is repeated, and by the result of such a block. */
  readonly retry: { readonly blockKey: string; readonly isOver: boolean } | null;
}

/** Told once the read models have the changes. */
export interface ChangeListener {
  note(changes: readonly NotedChange[]): void;
  /** Changes were lost, or may have been. */
  missed(): void;
}

/** The rest is not told. */
export const notedChange = (
  change: Partial<NotedChange> & Pick<NotedChange, 'topic' | 'id'>,
): NotedChange => ({
  ...{ workspaceId: null, workflowId: null, executionId: null, status: null },
  ...{ startedAt: null, endedAt: null, by: null, trigger: null, draft: null },
  ...{ totalDurationMs: null, errorCode: null, errorBlock: null, costUsd: null, result: null },
  ...{ subscriptionId: null, attempts: null, lastStatus: null, nextDueAt: null, retry: null },
  ...change,
});
