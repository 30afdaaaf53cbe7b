/**
 * Changes of executions applied to the rows of a list. Rows that are loaded change in place; new
 * ones are only reported, because the list must not move under a reader.
 */
export interface ExecutionChange {
  readonly id: string;
  readonly workflowId: string;
  readonly status: string;
  readonly startedAt?: string;
  readonly endedAt?: string | null;
  readonly totalDurationMs?: number | null;
}

export interface ExecutionRow {
  readonly executionId: string;
  readonly status: string;
  readonly endedAt: string | null;
  readonly totalDurationMs: number | null;
}

export interface RowPage<Row> {
  readonly data: Row[];
}

const isSame = (row: ExecutionRow, change: ExecutionChange): boolean =>
  row.status === change.status &&
  (change.endedAt === undefined || row.endedAt === change.endedAt) &&
  (change.totalDurationMs === undefined || row.totalDurationMs === change.totalDurationMs);

/** An unchanged page and an unchanged row stay the same objects. */
export function applyChanges<Row extends ExecutionRow, Page extends RowPage<Row>>(
  pages: readonly Page[],
  changes: readonly ExecutionChange[],
): { readonly pages: readonly Page[]; readonly unknown: readonly ExecutionChange[] } {
  const newest = new Map(changes.map((change) => [change.id, change]));
  const known = new Set<string>();
  const next = pages.map((page) => {
    const data = page.data.map((row) => {
      const change = newest.get(row.executionId);
      if (change === undefined) return row;
      known.add(change.id);
      if (isSame(row, change)) return row;
      return {
        ...row,
        status: change.status,
        ...(change.endedAt !== undefined && { endedAt: change.endedAt }),
        ...(change.totalDurationMs !== undefined && { totalDurationMs: change.totalDurationMs }),
      };
    });
    return data.some((row, index) => row !== page.data[index]) ? { ...page, data } : page;
  });
  return { pages: next, unknown: [...newest.values()].filter(({ id }) => !known.has(id)) };
}
