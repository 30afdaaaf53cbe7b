/** The last 24 hours, hour by hour, also those in which nothing ended. Pure. */
const hourMs = 3_600_000;
const hours = 24;

interface EndedIn {
  readonly at: string;
  readonly success: number;
  readonly error: number;
  readonly cancelled: number;
}

/** Whole hours, so that it is the same range until the hour is over. */
export function lastDay(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const toMs = (Math.floor(nowMs / hourMs) + 1) * hourMs;
  return { fromMs: toMs - hours * hourMs, toMs };
}

export function hourly(ended: readonly EndedIn[], fromMs: number) {
  const byHour = new Map(ended.map((one) => [Date.parse(one.at), one]));
  return Array.from({ length: hours }, (_, hour) => {
    const { success = 0, error = 0, cancelled = 0 } = byHour.get(fromMs + hour * hourMs) ?? {};
    return { total: success + error + cancelled, errors: error };
  });
}
