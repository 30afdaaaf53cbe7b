/**
 * Changes of executions applied to the rows of a list, newest first. Loaded rows change in place,
 * and leave when they no longer match; new ones are only reported, because the list must not move
 * under a reader. Pure.
 */
import type { ExecutionChange } from './execution-change.js';
import type { Match } from './matches.js';

export interface ExecutionRow {
  readonly executionId: string;
  readonly status: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly totalDurationMs: number | null;
  readonly errorCode: string | null;
  readonly errorBlock: string | null;
  readonly cost: { readonly total: number };
  readonly result: string | null;
}

export interface RowPage<Row> {
  readonly data: Row[];
}

export interface Applied<Page> {
  /** An unchanged page and an unchanged row stay the same objects. */
  readonly pages: readonly Page[];
  /** Ids of executions that belong among the loaded rows and are not there yet. */
  readonly fresh: readonly string[];
  /** Only the server knows whether the list has changed. */
  readonly isUndecided: boolean;
}

const ended = new Set(['success', 'error', 'cancelled']);

function changed<Row extends ExecutionRow>(row: Row, change: ExecutionChange): Row {
  // A repeated or late message must not bring an ended execution back to life.
  if (ended.has(row.status) && !ended.has(change.status)) return row;
  const next = {
    ...row,
    status: change.status,
    ...(change.endedAt !== undefined && { endedAt: change.endedAt }),
    ...(change.totalDurationMs !== undefined && { totalDurationMs: change.totalDurationMs }),
    ...(change.costUsd != null && { cost: { ...row.cost, total: change.costUsd } }),
    ...(change.result !== undefined && { result: change.result }),
    ...(change.errorCode !== undefined && { errorCode: change.errorCode }),
    ...(change.errorBlock !== undefined && { errorBlock: change.errorBlock }),
  };
  return isSame(row, next) ? row : next;
}

const isSame = (row: ExecutionRow, next: ExecutionRow): boolean =>
  row.status === next.status &&
  row.endedAt === next.endedAt &&
  row.totalDurationMs === next.totalDurationMs &&
  row.cost.total === next.cost.total &&
  row.result === next.result &&
  row.errorCode === next.errorCode &&
  row.errorBlock === next.errorBlock;

/** Rows of pages that are not loaded change too. They are not new. */
function isAmongLoaded(change: ExecutionChange, oldest: string | null, hasMore: boolean): boolean {
  if (!hasMore || oldest === null || change.startedAt === undefined) return true;
  return Date.parse(change.startedAt) >= Date.parse(oldest);
}

export function applyToList<Row extends ExecutionRow, Page extends RowPage<Row>>(
  pages: readonly Page[],
  changes: readonly ExecutionChange[],
  match: (change: ExecutionChange) => Match,
  hasMore: boolean,
): Applied<Page> {
  const newest = new Map(changes.map((change) => [change.id, change]));
  const known = new Set<string>();
  let isUndecided = false;
  const next = pages.map((page) => {
    const data = page.data.flatMap((row) => {
      const change = newest.get(row.executionId);
      if (change === undefined) return [row];
      known.add(change.id);
      const after = changed(row, change);
      // What the message lacks is what the row had.
      const answer = match({ startedAt: row.startedAt, ...change, status: after.status });
      if (answer === 'unknown') isUndecided = true;
      return answer === 'no' ? [] : [after];
    });
    const isUnchanged =
      data.length === page.data.length && data.every((row, index) => row === page.data[index]);
    return isUnchanged ? page : { ...page, data };
  });
  const oldest = pages.at(-1)?.data.at(-1)?.startedAt ?? null;
  const fresh: string[] = [];
  for (const change of newest.values()) {
    if (known.has(change.id) || !isAmongLoaded(change, oldest, hasMore)) continue;
    const answer = match(change);
    if (answer === 'yes') fresh.push(change.id);
    else if (answer === 'unknown') isUndecided = true;
  }
  return { pages: next, fresh, isUndecided };
}

/**
 * The first page, read again with the same filter, against the loaded rows.
 * @returns rows that left, and ids of those that are new
 */
export function compareHead(
  loaded: readonly ExecutionRow[],
  head: readonly ExecutionRow[],
  isWhole: boolean,
): { readonly gone: ReadonlySet<string>; readonly fresh: readonly string[] } {
  const now = new Set(head.map(({ executionId }) => executionId));
  const before = new Set(loaded.map(({ executionId }) => executionId));
  const oldest = head.at(-1)?.startedAt;
  // Below the last row of the head nothing was read again.
  const wasRead = ({ startedAt }: ExecutionRow): boolean =>
    isWhole || (oldest !== undefined && Date.parse(startedAt) > Date.parse(oldest));
  return {
    gone: new Set(
      loaded
        .filter((row) => wasRead(row) && !now.has(row.executionId))
        .map(({ executionId }) => executionId),
    ),
    fresh: [...now].filter((id) => !before.has(id)),
  };
}
