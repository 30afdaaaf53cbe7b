/** The last runs as bars, the newest at the right. Pure. */
interface BarRow {
  readonly status: string;
  readonly totalDurationMs: number | null;
}

const leastMs = 1;

/** The root of a time: among runs of seconds, one of milliseconds is still seen. */
export const runBars = (newestFirst: readonly BarRow[]) =>
  newestFirst
    .map(({ status, totalDurationMs }) => {
      const total = Math.sqrt(Math.max(leastMs, totalDurationMs ?? leastMs));
      return { total, errors: status === 'error' ? total : 0 };
    })
    .reverse();
