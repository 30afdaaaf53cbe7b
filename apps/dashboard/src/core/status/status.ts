/** The states of an execution, and how each looks. A new state does not compile without a look. */

/** In the order in which people look for them. */
export const executionStatuses = [
  'error',
  'running',
  'retrying',
  'paused',
  'queued',
  'success',
  'cancelled',
] as const;

export type ExecutionStatus = (typeof executionStatuses)[number];

/** States of blocks, runs of drafts and workflows that were never deployed. */
type OtherStatus = 'waiting' | 'skipped' | 'reused' | 'draft';

export interface StatusLook {
  /** Shape and colour. */
  readonly sign:
    | 'running'
    | 'success'
    | 'error'
    | 'waiting'
    | 'retrying'
    | 'queued'
    | 'cancelled'
    | 'skipped'
    | 'reused'
    | 'draft';
  readonly word: string;
}

const looks: Record<ExecutionStatus | OtherStatus, StatusLook> = {
  queued: { sign: 'queued', word: 'Queued' },
  running: { sign: 'running', word: 'Running' },
  retrying: { sign: 'retrying', word: 'Retrying' },
  paused: { sign: 'waiting', word: 'Waiting' },
  waiting: { sign: 'waiting', word: 'Waiting' },
  success: { sign: 'success', word: 'Success' },
  error: { sign: 'error', word: 'Failed' },
  cancelled: { sign: 'cancelled', word: 'Cancelled' },
  skipped: { sign: 'skipped', word: 'Skipped' },
  reused: { sign: 'reused', word: 'Reused' },
  draft: { sign: 'draft', word: 'Draft' },
};

const isExecutionStatus = (value: string): value is ExecutionStatus =>
  executionStatuses.some((status) => status === value);

/** Words that people type for a state. */
const synonyms: Readonly<Record<string, ExecutionStatus>> = {
  failed: 'error',
  waiting: 'paused',
  succeeded: 'success',
  canceled: 'cancelled',
};

/** The state that a typed word means. */
export function statusOf(word: string): ExecutionStatus | null {
  const wanted = word.toLowerCase();
  if (isExecutionStatus(wanted)) return wanted;
  return Object.hasOwn(synonyms, wanted) ? (synonyms[wanted] ?? null) : null;
}

/** A state of a newer server is shown by its own word. */
export const lookOf = (status: string): StatusLook =>
  Object.hasOwn(looks, status)
    ? looks[status as keyof typeof looks]
    : { sign: 'queued', word: status };
