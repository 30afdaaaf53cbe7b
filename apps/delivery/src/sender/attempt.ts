/**
 * One POST of a claimed delivery: signed with the current secrets, bounded, no redirects. The
 * caller decides what follows.
 */
import type { Config } from '@libs/config';
import { type AttemptOutcome, deliveryHeaders } from '@libs/delivery';
import { type EgressClient, EgressError } from '@libs/egress';
import type { LiveSpan, Tracing } from '@libs/platform';
import type { Claim } from '../fence/claim.js';
import type { Opened } from './opened-subscriptions.js';

/** How much of the answer's body is kept. */
const keptResponseBytes = 4 * 1024;
const connectTimeoutMs = 10_000;

export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Start of the answer's body as text; null without an answer. */
  readonly responseBody: string | null;
  readonly errorMessage: string | null;
}

export interface AttemptParts {
  readonly egress: EgressClient;
  readonly config: Config;
  readonly tracing: Tracing;
}

/** Never throws: every failure is an outcome. `ABORTED` only when `signal` says so. */
export async function post(
  claim: Claim,
  url: string,
  opened: Opened,
  parts: AttemptParts,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const span = startSpan(claim, parts.tracing);
  const traceparent = span?.traceparent ?? claim.traceparent;
  const result = await send({ ...claim, traceparent }, url, opened, parts, signal);
  const { outcome } = result;
  const status = outcome.kind === 'answer' ? outcome.status : undefined;
  span?.end({
    ...(status !== undefined && { attributes: { 'http.response.status_code': status } }),
    error: outcome.kind === 'none' ? outcome.errorCode : failureOf(outcome.status),
  });
  return result;
}

/** One span per attempt, sent to the receiver; null when the delivery belongs to no trace. */
const startSpan = (claim: Claim, tracing: Tracing): LiveSpan | null =>
  claim.traceparent === null
    ? null
    : tracing.start({
        name: 'POST webhook',
        kind: 'client',
        parent: claim.traceparent,
        attributes: {
          'http.request.method': 'POST',
          'flowledger.delivery.id': claim.deliveryId,
          'flowledger.delivery.attempt': claim.attemptNumber,
        },
      });

const failureOf = (status: number): string | undefined =>
  status >= 400 ? `HTTP ${status}` : undefined;

async function send(
  claim: Claim,
  url: string,
  { secrets, headers }: Opened,
  { egress, config }: AttemptParts,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = Date.now();
  const attemptTimeoutMs = config.FLOWLEDGER_DELIVERY_TIMEOUT_MS;
  try {
    const answer = await egress.request({
      method: 'POST',
      url,
      headers: deliveryHeaders({
        prefix: config.FLOWLEDGER_HEADER_PREFIX,
        deliveryId: claim.deliveryId,
        nowMs: startedAt,
        body: claim.body,
        secrets,
        staticHeaders: headers,
        traceparent: claim.traceparent,
      }),
      body: claim.body,
      connectTimeoutMs: Math.min(connectTimeoutMs, attemptTimeoutMs),
      attemptTimeoutMs,
      maxResponseBytes: keptResponseBytes,
      onTooLarge: 'truncate',
      decompress: false,
      signal,
    });
    // Postgres text can't hold U+0000.
    const responseBody = answer.body.toString('utf8').replaceAll('\u0000', '\ufffd');
    return {
      outcome: { kind: 'answer', status: answer.status, headers: answer.headers },
      startedAt,
      endedAt: Date.now(),
      responseBody,
      errorMessage: null,
    };
  } catch (error) {
    const known =
      error instanceof EgressError
        ? error
        : new EgressError('UNKNOWN', 'The request failed', { cause: error });
    return {
      outcome: { kind: 'none', errorCode: known.code },
      startedAt,
      endedAt: Date.now(),
      responseBody: null,
      errorMessage: known.message,
    };
  }
}
