/**
 * Decides which of the executions that wait on limits may start now, and which end instead of
 * waiting. Pure. The caller holds the account's lock, so that two runners never decide about the
 * same slots.
 */

export interface WaitingExecution {
  readonly executionId: string;
  readonly requestedAt: number;
  /** Ends instead of waiting for a slot of its workflow. */
  readonly skips: boolean;
}

/** Waiting executions of one workflow. */
export interface SlotLine {
  /** Null: unlimited. */
  readonly limit: number | null;
  /** Concurrency slots in use. */
  readonly occupied: number;
  /** Oldest request first; may be the start of a longer queue. */
  readonly waiting: readonly WaitingExecution[];
}

export interface SlotDecision {
  readonly granted: readonly string[];
  readonly skipped: readonly string[];
}

interface Standing {
  readonly limit: number;
  occupied: number;
  /** Executions that stay in the queue before the one being checked. */
  ahead: number;
}

const byAge = (one: WaitingExecution, other: WaitingExecution): number =>
  one.requestedAt - other.requestedAt || (one.executionId < other.executionId ? -1 : 1);

/**
 * Oldest request first across all workflows of an account; never overtakes within a workflow.
 * @param room how many more executions of the account may be under way
 */
export function nextSlots(room: number, lines: readonly SlotLine[]): SlotDecision {
  const inOrder = lines
    .flatMap(({ limit, occupied, waiting }) => {
      const line: Standing = { limit: limit ?? Infinity, occupied, ahead: 0 };
      return waiting.map((execution) => ({ execution, line }));
    })
    .sort((one, other) => byAge(one.execution, other.execution));
  const granted: string[] = [];
  const skipped: string[] = [];
  for (const { execution, line } of inOrder) {
    if (granted.length < room && line.ahead === 0 && line.occupied < line.limit) {
      line.occupied += 1;
      granted.push(execution.executionId);
    } else if (execution.skips && line.occupied + line.ahead >= line.limit)
      skipped.push(execution.executionId);
    else line.ahead += 1;
  }
  return { granted, skipped };
}
