/** The executions that started after the list was read. They are counted, not shown. */
import type { ExecutionFilter } from '../../../core/filter/execution-filter.js';
import type { ExecutionChange } from '../../../core/live/apply-changes.js';

const most = 1_000;

export function withFresh(
  counted: ReadonlySet<string>,
  unknown: readonly ExecutionChange[],
  filter: ExecutionFilter,
  workflowId: string | null,
  newestStart: string | null,
): ReadonlySet<string> {
  const fresh = unknown.filter(
    (change) =>
      (filter.status.length === 0 || filter.status.some((one) => one === change.status)) &&
      (workflowId === null || workflowId === change.workflowId) &&
      // Rows of later pages change too. They are not new.
      (newestStart === null ||
        change.startedAt === undefined ||
        Date.parse(change.startedAt) >= Date.parse(newestStart)),
  );
  if (fresh.every(({ id }) => counted.has(id))) return counted;
  return new Set([...counted, ...fresh.map(({ id }) => id)].slice(0, most));
}
