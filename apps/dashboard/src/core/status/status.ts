/** The states of an execution, and how each looks. A new state does not compile without a look. */
export const executionStatuses = [
  'queued',
  'running',
  'retrying',
  'paused',
  'success',
  'error',
  'cancelled',
] as const;

export type ExecutionStatus = (typeof executionStatuses)[number];

type StatusTone = 'success' | 'error' | 'running' | 'retrying' | 'paused' | 'quiet';

interface StatusLook {
  readonly tone: StatusTone;
  readonly icon: 'check' | 'cross' | 'half' | 'loop' | 'bars' | 'ring' | 'slash';
  readonly word: string;
}

const looks: Record<ExecutionStatus, StatusLook> = {
  queued: { tone: 'quiet', icon: 'ring', word: 'queued' },
  running: { tone: 'running', icon: 'half', word: 'running' },
  retrying: { tone: 'retrying', icon: 'loop', word: 'retrying' },
  paused: { tone: 'paused', icon: 'bars', word: 'paused' },
  success: { tone: 'success', icon: 'check', word: 'success' },
  error: { tone: 'error', icon: 'cross', word: 'error' },
  cancelled: { tone: 'quiet', icon: 'slash', word: 'cancelled' },
};

const isExecutionStatus = (value: string): value is ExecutionStatus =>
  executionStatuses.some((status) => status === value);

/** A state of a newer server is shown by its own word. */
export const lookOf = (status: string): StatusLook =>
  isExecutionStatus(status) ? looks[status] : { tone: 'quiet', icon: 'ring', word: status };
