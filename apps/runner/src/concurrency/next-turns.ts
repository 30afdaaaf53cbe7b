/**
 * Decides which of the executions that wait on limits may start now, and which end instead of
 * waiting. Pure. The caller holds the account's lock, so that two runners never decide about the
 * same slots.
 */

export interface WaitingTurn {
  readonly executionId: string;
  readonly requestedAt: number;
  /** Ends instead of waiting for a slot of its workflow. */
  readonly skips: boolean;
}

/** Waiting executions of one workflow. */
export interface TurnLine {
  /** Null: unlimited. */
  readonly limit: number | null;
  /** Concurrency slots taken. */
  readonly held: number;
  /** Oldest request first; may be the start of a longer queue. */
  readonly waiting: readonly WaitingTurn[];
}

export interface TurnDecision {
  readonly granted: readonly string[];
  readonly skipped: readonly string[];
}

interface Standing {
  readonly limit: number;
  taken: number;
  /** Executions that stay in the queue before the one being checked. */
  ahead: number;
}

const byAge = (one: WaitingTurn, other: WaitingTurn): number =>
  one.requestedAt - other.requestedAt || (one.executionId < other.executionId ? -1 : 1);

/**
 * Oldest request first across all workflows of an account; never overtakes within a workflow.
 * @param room how many more executions of the account may be under way
 */
export function nextTurns(room: number, lines: readonly TurnLine[]): TurnDecision {
  const inOrder = lines
    .flatMap(({ limit, held, waiting }) => {
      const line: Standing = { limit: limit ?? Infinity, taken: held, ahead: 0 };
      return waiting.map((turn) => ({ turn, line }));
    })
    .sort((one, other) => byAge(one.turn, other.turn));
  const granted: string[] = [];
  const skipped: string[] = [];
  for (const { turn, line } of inOrder) {
    if (granted.length < room && line.ahead === 0 && line.taken < line.limit) {
      line.taken += 1;
      granted.push(turn.executionId);
    } else if (turn.skips && line.taken + line.ahead >= line.limit) skipped.push(turn.executionId);
    else line.ahead += 1;
  }
  return { granted, skipped };
}
