/**
 * Whose turn it is: which of the executions that wait on limits may begin now, and which are not to wait at all. Pure. Whoever
 * calls it holds the account's lock, so that two never decide about the same places.
 */

export interface WaitingTurn {
  readonly executionId: string;
  readonly requestedAt: number;
  /** Rather ends than waits for a place of its workflow. */
  readonly skips: boolean;
}

/** Those of one workflow. */
export interface TurnLine {
  /** Null: any number. */
  readonly limit: number | null;
  /** Places taken. */
  readonly held: number;
  /** Oldest request first; may be the beginning of a longer line. */
  readonly waiting: readonly WaitingTurn[];
}

export interface TurnDecision {
  readonly granted: readonly string[];
  readonly skipped: readonly string[];
}

interface Standing {
  readonly limit: number;
  taken: number;
  /** Stay in line, before whoever is looked at. */
  ahead: number;
}

const byAge = (one: WaitingTurn, other: WaitingTurn): number =>
  one.requestedAt - other.requestedAt || (one.executionId < other.executionId ? -1 : 1);

/**
 * The oldest request first, over all workflows of an account, and never past one of the same workflow.
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
