/** Judges an execution by its earlier trials. Pure. */

/** Earlier owners that ran it alone, and how many of them ended by themselves meanwhile. */
export interface TrialPast {
  readonly trials: number;
  readonly loneDeaths: number;
  /** Cause of the latest death. */
  readonly cause: string | null;
}

export type Verdict =
  | { readonly kind: 'run'; readonly deadlineMs: number }
  | { readonly kind: 'quarantine'; readonly message: string };

export const deathsBeforeQuarantine = 2;
const baseDeadlineMs = 250;
/** Longest time that all others wait while one execution runs alone. */
const longestDeadlineMs = 4_000;

export function verdictOn({ trials, loneDeaths, cause }: TrialPast): Verdict {
  if (loneDeaths < deathsBeforeQuarantine)
    return { kind: 'run', deadlineMs: Math.min(longestDeadlineMs, baseDeadlineMs * 2 ** trials) };
  const last = cause === null ? '' : ` (${cause})`;
  return {
    kind: 'quarantine',
    message: `It ended the process that ran it ${loneDeaths} times while nothing else ran${last}. Make what its blocks build from their inputs smaller, deploy the workflow, and run it again`,
  };
}
