/** How far a person has come, for the header of the page. Pure. */
interface Steps {
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly steps: readonly { readonly done: boolean }[];
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly isAllDone: boolean;
  /** Null: not begun, or so long ago that the time says nothing. */
  readonly elapsedMs: number | null;
}

/** Whoever comes back after lunch was not busy all the time. */
const longestMs = 3_600_000;

export function progressOf({ startedAt, endedAt, steps }: Steps, nowMs: number): Progress {
  const done = steps.filter((step) => step.done).length;
  const untilMs = endedAt === null ? nowMs : Date.parse(endedAt);
  const elapsedMs = startedAt === null ? null : Math.max(0, untilMs - Date.parse(startedAt));
  const isShort = elapsedMs !== null && elapsedMs < longestMs;
  return {
    ...{ done, total: steps.length, isAllDone: done === steps.length },
    elapsedMs: isShort ? elapsedMs : null,
  };
}

/** `42 s`, `1 min 42 s`. */
export function elapsedText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
