/** What a notification says and where it leads. */
import { executionSearch, noFilter } from '../filter/execution-filter.js';
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
  const filter = executionSearch.format({
    ...noFilter,
    workflow: workflowId ?? '',
    ...(kind === 'schedule-failed' && ({ trigger: 'schedule', status: ['error'] } as const)),
    ...(kind === 'approval-asked' && ({ status: ['paused'] } as const)),
  });
  const query = new URLSearchParams(filter).toString();
  return `${paths.executions(workspaceId)}${query === '' ? '' : `?${query}`}`;
}

/** The server counts to 100. */
const mostCounted = 100;

/** Null: none. */
export const unreadText = (unread: number): string | null =>
  unread === 0 ? null : unread < mostCounted ? String(unread) : `${mostCounted - 1}+`;
