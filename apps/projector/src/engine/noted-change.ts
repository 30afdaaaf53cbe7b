/** What one record changed, as the pages of its workspace are told. */
import { type WorkspaceChange, workspaceChange } from '@libs/contracts';

type ChangedTopic =
  | 'executions'
  | 'deliveries'
  | 'approvals'
  | 'workflows'
  | 'pins'
  | 'tests'
  | 'notifications'
  | 'subscriptions';

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
  ...workspaceChange(change),
  ...{ topic: change.topic, workspaceId: change.workspaceId ?? null, retry: change.retry ?? null },
});
