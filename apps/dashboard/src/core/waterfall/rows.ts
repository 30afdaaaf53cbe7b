/**
 * The rows of the waterfall. A container is one row until it is opened; then its failed iterations
 * come first, and the rest by pages, so that ten thousand blocks are a few hundred rows. With a
 * filter, rows are what it finds and what is around it.
 */
import type { ExecutionTree, Iteration } from '../execution/execution-tree.js';
import type { Span } from '../execution/execution-ledger.js';
import { isFiltering, matcherOf, type SpanFilter } from '../execution/find-spans.js';
import type { OutlineBlock } from '../execution/outline.js';

/** Key of the row of the execution itself; no block has such an id. */
const executionKey = '*';

export type Row =
  | { readonly kind: 'execution'; readonly key: typeof executionKey; readonly depth: 0 }
  | {
      readonly kind: 'trigger';
      readonly key: string;
      readonly depth: 1;
      readonly block: OutlineBlock;
    }
  | {
      readonly kind: 'block';
      readonly key: string;
      readonly depth: number;
      readonly span: Span;
      /** Null where nothing can be opened. */
      readonly isOpen: boolean | null;
    }
  | {
      readonly kind: 'try';
      readonly key: string;
      readonly depth: number;
      readonly span: Span;
      readonly tryNumber: number;
    }
  | {
      readonly kind: 'iteration';
      readonly key: string;
      readonly depth: number;
      readonly iteration: Iteration;
      readonly container: Span;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'more';
      readonly key: string;
      readonly depth: number;
      readonly container: Span;
      readonly hidden: number;
    }
  | {
      readonly kind: 'unreached';
      readonly key: string;
      readonly depth: 1;
      readonly block: OutlineBlock;
    };

export const iterationsPerPage = 100;

export interface ShownRows {
  /** Null: as the row is by itself. */
  isOpen(key: string): boolean | null;
  pagesOf(containerId: string): number;
  readonly filter: SpanFilter;
}

export interface RowSource {
  readonly tree: ExecutionTree;
  readonly trigger: OutlineBlock | null;
  readonly unreached: readonly OutlineBlock[];
}

export const tryKey = (spanId: string, tryNumber: number): string => `${spanId}#${tryNumber}`;

const moreKey = (containerId: string): string => `${containerId}+`;

export function rowsOf({ tree, trigger, unreached }: RowSource, shown: ShownRows): Row[] {
  const rows: Row[] = [{ kind: 'execution', key: executionKey, depth: 0 }];
  if (isFiltering(shown.filter)) {
    addFound(rows, tree, matcherOf(shown.filter), '', 1);
    return rows;
  }
  if (trigger !== null) rows.push({ kind: 'trigger', key: trigger.id, depth: 1, block: trigger });
  addSpans(rows, tree, shown, '', 1);
  for (const block of unreached) rows.push({ kind: 'unreached', key: block.id, depth: 1, block });
  return rows;
}

function addSpans(
  rows: Row[],
  tree: ExecutionTree,
  shown: ShownRows,
  iteration: string,
  depth: number,
): void {
  for (const span of tree.spansIn(iteration)) {
    const body = tree.bodyOf(span.id);
    const hasTries = span.failedTries.length > 0;
    const isOpen = body !== null || hasTries ? opened(shown, span, body !== null) : null;
    rows.push({ kind: 'block', key: span.id, depth, span, isOpen });
    if (isOpen !== true) continue;
    if (hasTries) addTries(rows, span, depth + 1);
    if (body !== null) addIterations(rows, tree, shown, span, depth + 1);
  }
}

/** Tries of what failed explain why; a container may hold thousands of rows. */
const opened = (shown: ShownRows, span: Span, isContainer: boolean): boolean =>
  shown.isOpen(span.id) ?? (!isContainer && span.error !== null);

function addTries(rows: Row[], span: Span, depth: number): void {
  const count = Math.max(span.attemptCount, span.failedTries.length);
  for (let tryNumber = 1; tryNumber <= count; tryNumber += 1)
    rows.push({ kind: 'try', key: tryKey(span.id, tryNumber), depth, span, tryNumber });
}

function addIterations(
  rows: Row[],
  tree: ExecutionTree,
  shown: ShownRows,
  container: Span,
  depth: number,
): void {
  const all = failedFirst(tree.bodyOf(container.id)?.iterations ?? []);
  const count = iterationsPerPage * shown.pagesOf(container.id);
  for (const iteration of all.slice(0, count)) {
    const isOpen = shown.isOpen(iteration.id) ?? false;
    rows.push({ kind: 'iteration', key: iteration.id, depth, iteration, container, isOpen });
    if (isOpen) addSpans(rows, tree, shown, iteration.id, depth + 1);
  }
  const hidden = all.length - count;
  if (hidden > 0) rows.push({ kind: 'more', key: moreKey(container.id), depth, container, hidden });
}

const failedFirst = (iterations: readonly Iteration[]): readonly Iteration[] => {
  const failed = iterations.filter(({ status }) => status === 'error');
  if (failed.length === 0) return iterations;
  return [...failed, ...iterations.filter(({ status }) => status !== 'error')];
};

type Matches = ReturnType<typeof matcherOf>;

/** @returns whether anything was found */
function addFound(
  rows: Row[],
  tree: ExecutionTree,
  matches: Matches,
  iteration: string,
  depth: number,
): boolean {
  let found = false;
  for (const span of tree.spansIn(iteration)) {
    const before = rows.length;
    const body = tree.bodyOf(span.id);
    rows.push({ kind: 'block', key: span.id, depth, span, isOpen: body === null ? null : true });
    let holds = matches(span, span.name);
    for (const inner of failedFirst(body?.iterations ?? [])) {
      const from = rows.length;
      const key = inner.id;
      rows.push({
        kind: 'iteration',
        key,
        depth: depth + 1,
        iteration: inner,
        container: span,
        isOpen: true,
      });
      if (addFound(rows, tree, matches, inner.id, depth + 2)) holds = true;
      else rows.length = from;
    }
    if (holds) found = true;
    else rows.length = before;
  }
  return found;
}
