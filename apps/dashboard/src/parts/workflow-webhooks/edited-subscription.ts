import type { Subscription } from '../../data/workflow.queries.js';

export interface EditedSubscription {
  readonly workspaceId: string;
  readonly workflowId: string;
  /** Null: it is not made yet. */
  readonly subscription: Subscription | null;
}
