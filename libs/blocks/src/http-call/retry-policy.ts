/** When the HTTP request block tries again (spec 1.1 behaviour 2, design.md section 7). Pure. */

export interface RetrySettings {
  /** Tries after the first. */
  readonly maxRetries: number;
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

/** A server may ask for this much patience beyond `maxDelayMs`; longer waits are not made while holding a slot. */
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
 * @param random uniform in [0, 1): jitter of ±20 %
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
