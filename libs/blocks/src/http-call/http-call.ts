/**
 * One HTTP call with its tries: follows redirects, retries failures with back-off, and reports
 * every failed try before the next one starts. Three separate time limits: one try, the silence
 * within an answer, and all tries together.
 */
import { EgressError, type EgressResponse } from '@libs/egress';
import type { EffectContext } from '../block.js';
import { type RetryLater, retryLater } from '../retry-later.js';
import { SecretHostDeniedError } from '../secrets/secret-host-denied.js';
import { headerOf, type HttpRequest, redirected } from './redirect.js';
import {
  isRetryableStatus,
  nextDelayMs,
  retryAfterMs,
  type RetrySettings,
} from './retry-policy.js';

/** Bytes of an answer, decompressed too: as many as a block's largest output may have (5 MiB). */
const maxResponseBytes = 5 * 1024 * 1024;
const connectTimeoutMs = 10_000;
const maxRedirects = 5;

export interface HttpCallSettings {
  /** Time limit of one attempt with its redirects, up to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Maximum pause while the answer arrives. */
  readonly idleTimeoutMs?: number | undefined;
  /** All attempts and the pauses between them. */
  readonly totalTimeoutMs: number;
  readonly retry: RetrySettings;
}

/** The result of one try. */
export type Attempt =
  | { readonly kind: 'answer'; readonly response: EgressResponse }
  | {
      readonly kind: 'none';
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean;
    };

export interface HttpCallResult {
  readonly attempt: Attempt;
  readonly attempts: number;
}

const terminalCodes = new Set([
  'EGRESS_DENIED',
  'INVALID_URL',
  'RESPONSE_TOO_LARGE',
  'ABORTED',
  'TLS_FAILED',
  'SECRET_HOST_DENIED',
]);

/** The error for a status outside 2xx. */
export const statusError = (status: number): { code: string; message: string } => ({
  code: 'HTTP_STATUS',
  message: `The server answered with status ${status}`,
});

async function send(
  request: HttpRequest,
  settings: HttpCallSettings,
  context: EffectContext,
  leftMs: number,
): Promise<Attempt> {
  const startedAt = context.now();
  const budgetMs = Math.max(1, Math.min(settings.timeoutMs, leftMs));
  try {
    let current = request;
    for (let redirects = 0; ; redirects += 1) {
      const response = await context.egress.request({
        method: current.method,
        url: current.url,
        headers: current.headers,
        ...(current.body !== null && { body: current.body }),
        connectTimeoutMs: Math.min(connectTimeoutMs, budgetMs),
        attemptTimeoutMs: Math.max(1, budgetMs - (context.now() - startedAt)),
        ...(settings.idleTimeoutMs !== undefined && { idleTimeoutMs: settings.idleTimeoutMs }),
        maxResponseBytes,
        onTooLarge: 'fail',
        decompress: true,
        signal: context.signal,
      });
      const next = redirects < maxRedirects ? redirected(current, response) : null;
      if (next === null) return { kind: 'answer', response };
      current = next;
    }
  } catch (error) {
    if (!(error instanceof EgressError || error instanceof SecretHostDeniedError)) throw error;
    return {
      kind: 'none',
      code: error.code,
      message: error.message,
      retryable: !terminalCodes.has(error.code),
    };
  }
}

/** Null when this was the last try. */
function pauseAfter(
  attempt: Attempt,
  attemptNumber: number,
  settings: HttpCallSettings,
  context: EffectContext,
): number | null {
  if (attempt.kind === 'none') {
    return attempt.retryable
      ? nextDelayMs(settings.retry, attemptNumber, null, context.random())
      : null;
  }
  if (!isRetryableStatus(attempt.response.status)) return null;
  const asked = retryAfterMs(headerOf(attempt.response, 'retry-after'), context.now());
  return nextDelayMs(settings.retry, attemptNumber, asked, context.random());
}

/** @returns the last try: an answer of any status, or none; or that the next try is far away */
export async function callHttp(
  request: HttpRequest,
  settings: HttpCallSettings,
  context: EffectContext,
): Promise<HttpCallResult | RetryLater> {
  const { timeoutMs, totalTimeoutMs } = settings;
  // A call that a crash or a long pause delayed still gets one whole try.
  const deadline = Math.max(
    context.firstStartedAt + totalTimeoutMs,
    context.now() + Math.min(timeoutMs, totalTimeoutMs),
  );
  for (let attemptNumber = context.earlierAttempts + 1; ; attemptNumber += 1) {
    const startedAt = context.now();
    const attempt = await send(request, settings, context, deadline - startedAt);
    const delayMs = pauseAfter(attempt, attemptNumber, settings, context);
    if (delayMs === null || context.signal.aborted || context.now() + delayMs >= deadline) {
      return { attempt, attempts: attemptNumber };
    }
    const failed = attempt.kind === 'answer' ? statusError(attempt.response.status) : attempt;
    context.onAttemptFailed({
      attemptNumber,
      status: attempt.kind === 'answer' ? attempt.response.status : null,
      errorCode: failed.code,
      message: failed.message,
      durationMs: Math.round(context.now() - startedAt),
      retryAt: context.now() + delayMs,
    });
    if (delayMs > context.longestPauseMs) return retryLater;
    await context.sleep(delayMs, context.signal);
  }
}
