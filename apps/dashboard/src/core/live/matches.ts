/**
 * Whether an execution belongs to a filtered list, as far as the stream tells. What it can't tell,
 * such as the text of an output, only the server knows.
 */
import { timeRangeOf } from '../filter/execution-filter.js';
import type { FilterValues } from '../filter-language/filter-language.js';
import type { ExecutionChange } from './execution-change.js';

export type Match = 'yes' | 'no' | 'unknown';

/** Parts that no message of the stream decides. */
const undecided = ['q', 'duration', 'cost', 'model', 'version', 'group'];

const isIn = (list: string, value: string): boolean => list.split(',').includes(value);

/** Null: neither is known. */
const isEqual = <T>(wanted: T | undefined, found: T | undefined): boolean | null =>
  wanted === undefined ? true : found === undefined ? null : wanted === found;

export function matches(
  change: ExecutionChange,
  values: FilterValues,
  workflowId: string | null,
  nowMs: number,
): Match {
  const { status, trigger, draft } = values;
  const { from, to } = timeRangeOf(values, nowMs);
  const startMs = change.startedAt === undefined ? null : Date.parse(change.startedAt);
  const answers: readonly (boolean | null)[] = [
    status === undefined || isIn(status, change.status),
    workflowId === null || workflowId === change.workflowId,
    trigger === undefined || (change.trigger === undefined ? null : isIn(trigger, change.trigger)),
    isEqual(draft === undefined ? undefined : draft === 'yes', change.draft),
    from === null || (startMs === null ? null : startMs >= Date.parse(from)),
    to === null || (startMs === null ? null : startMs <= Date.parse(to)),
    undecided.some((key) => Object.hasOwn(values, key)) ? null : true,
  ];
  if (answers.includes(false)) return 'no';
  return answers.includes(null) ? 'unknown' : 'yes';
}
