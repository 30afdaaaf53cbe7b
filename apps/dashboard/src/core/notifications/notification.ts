/** What a notification says and where it leads. */
import { paths } from '../paths/paths.js';

interface Subject {
  readonly kind: string;
  readonly workflowId: string | null;
}

/**
 * The executions that it is about. Subscriptions have no page yet, so theirs are the executions of
 * their workflow.
 */
export function pageOfNotification(workspaceId: string, { kind, workflowId }: Subject): string {
  const query = new URLSearchParams({
    ...(kind === 'schedule-failed' && { status: 'error' }),
    ...(kind === 'approval-asked' && { status: 'paused' }),
    ...(workflowId !== null && { workflow: workflowId }),
    ...(kind === 'schedule-failed' && { trigger: 'schedule' }),
  }).toString();
  return `${paths.executions(workspaceId)}${query === '' ? '' : `?${query}`}`;
}

/** The server counts to 100. */
const mostCounted = 100;

/** Null: none. */
export const unreadText = (unread: number): string | null =>
  unread === 0 ? null : unread < mostCounted ? String(unread) : `${mostCounted - 1}+`;
