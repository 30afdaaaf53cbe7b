/** When the HTTP request block retries (spec 1.1 behaviour 2). Pure. */

export interface RetrySettings {
  /** Attempts after the first. */
  readonly maxRetries: number;
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

/**
 * A server may ask for a pause this long even beyond `maxDelayMs`. A longer one would hold a slot,
 * so it ends the tries.
 */
const longestRetryAfterMs = 60_000;

export const isRetryableStatus = (status: number): boolean => status === 429 || status >= 500;

/** `Retry-After` in seconds or as an HTTP date (RFC 9110 10.2.3), or null. */
export function retryAfterMs(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/**
 * Pause before the next try, or null when there is none.
 * @param attemptNumber the try that just failed, from 1
 * @param random uniform in [0, 1), for a jitter of ±20 %
 */
export function nextDelayMs(
  settings: RetrySettings,
  attemptNumber: number,
  retryAfter: number | null,
  random: number,
): number | null {
  if (attemptNumber > settings.maxRetries) return null;
  if (retryAfter !== null && retryAfter > Math.max(longestRetryAfterMs, settings.maxDelayMs))
    return null;
  const exponential = Math.min(
    settings.initialDelayMs * 2 ** (attemptNumber - 1),
    settings.maxDelayMs,
  );
  const jittered = Math.round(exponential * (0.8 + 0.4 * random));
  return Math.max(jittered, retryAfter ?? 0);
}
