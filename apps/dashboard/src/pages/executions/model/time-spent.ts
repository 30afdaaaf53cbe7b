/** Where the time of an execution went: one bar for each block of the outermost level. */
export interface TimedSpan {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly startedAt: string;
  readonly durationMs: number | null;
  readonly attempts: readonly { readonly occurredAt: string; readonly retryAt: string }[];
}

export interface TimeBar {
  readonly id: string;
  readonly name: string;
  readonly blockType: string;
  readonly isFailed: boolean;
  /** Null: it has not ended. */
  readonly durationMs: number | null;
  /** In percent of the whole. */
  readonly start: number;
  readonly width: number;
}

export interface TimeSpent {
  readonly bars: readonly TimeBar[];
  /** Between failed tries and the next ones. */
  readonly waitedMs: number;
}

/** @param endMs the end of the execution, or now */
export function timeSpent(spans: readonly TimedSpan[], startMs: number, endMs: number): TimeSpent {
  const wholeMs = Math.max(1, endMs - startMs);
  const within = (share: number): number => Math.min(100, Math.max(0, share * 100));
  const bars = spans.map(({ id, name, type, status, startedAt, durationMs }) => {
    const from = Date.parse(startedAt);
    const start = within((from - startMs) / wholeMs);
    const end = within((durationMs === null ? wholeMs : from - startMs + durationMs) / wholeMs);
    return {
      ...{ id, name, blockType: type, isFailed: status === 'error', durationMs, start },
      width: Math.max(0, end - start),
    };
  });
  const waits = spans.flatMap(({ attempts }) =>
    attempts.map(({ occurredAt, retryAt }) => Date.parse(retryAt) - Date.parse(occurredAt)),
  );
  return { bars, waitedMs: waits.reduce((sum, ms) => sum + Math.max(0, ms || 0), 0) };
}
