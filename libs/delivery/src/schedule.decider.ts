/**
 * Decides what follows an attempt (spec 6.3). Pure: clock and randomness are arguments. The
 * schedule is data: delay `n` follows attempt `n`, and the last delay serves all later attempts.
 */
import { delayTiers } from '@libs/contracts';
import type { EgressErrorCode } from '@libs/egress';

export type DelayTier = (typeof delayTiers)[number];

export type AttemptOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Lower-case names. */
      readonly headers: Readonly<Record<string, string | readonly string[]>>;
    }
  | { readonly kind: 'none'; readonly errorCode: EgressErrorCode };

/** Why a delivery ended; persisted in events, never renamed. */
export type EndReason =
  | 'STATUS_REFUSED'
  | 'REDIRECT_REFUSED'
  | 'GONE'
  | 'RECEIVER_DISABLED'
  | 'RECEIVER_ABORTED'
  | 'NOT_REACHABLE_BY_POLICY'
  | 'ATTEMPTS_USED_UP';

export type Decision =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'retryAt'; readonly tier: DelayTier; readonly dueAt: number }
  | { readonly kind: 'failed'; readonly reason: EndReason; readonly deactivate: boolean }
  | { readonly kind: 'exhausted'; readonly reason: EndReason };

export interface AttemptContext {
  /** Position in the automatic schedule, from 1. */
  readonly position: number;
  /** Total number of sends, including the first. */
  readonly maxAttempts: number;
  /** End of the attempt, epoch ms. */
  readonly endedAt: number;
  /** Uniform in [0, 1). */
  readonly random: number;
  /** Divides all delays; 1 outside of tests. */
  readonly delayScale: number;
}

const maxJitter = 0.1;
const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0];

/** `Retry-After` in seconds or an HTTP date (RFC 9110 10.2.3); null when absent or unreadable. */
export function retryAfterMs(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** Due time of a record in a tier: never before the tier's delay, at most 10 % after it. */
export function dueInTier(
  tier: DelayTier,
  context: Pick<AttemptContext, 'endedAt' | 'random' | 'delayScale'>,
): number {
  return (
    context.endedAt +
    Math.ceil((tier.delayMs / context.delayScale) * (1 + maxJitter * context.random))
  );
}

/**
 * The scheduled tier, or the first later one that is as long as the receiver asked. The longest
 * tier is the cap.
 */
function tierAfter(position: number, askedMs: number | null, delayScale: number): DelayTier {
  const scheduled = Math.min(Math.max(position, 1), delayTiers.length) - 1;
  const candidates = delayTiers.slice(scheduled);
  const tier =
    askedMs === null
      ? candidates[0]
      : candidates.find(({ delayMs }) => delayMs / delayScale >= askedMs);
  return tier ?? delayTiers[delayTiers.length - 1] ?? delayTiers[0];
}

function retryOrEnd(outcome: AttemptOutcome, context: AttemptContext): Decision {
  if (context.position >= context.maxAttempts)
    return { kind: 'exhausted', reason: 'ATTEMPTS_USED_UP' };
  const asks = outcome.kind === 'answer' && (outcome.status === 429 || outcome.status === 503);
  const askedMs = asks
    ? retryAfterMs(first(outcome.headers['retry-after']), context.endedAt)
    : null;
  const tier = tierAfter(context.position, askedMs, context.delayScale);
  return { kind: 'retryAt', tier, dueAt: dueInTier(tier, context) };
}

const failed = (reason: EndReason, deactivate = false): Decision => ({
  kind: 'failed',
  reason,
  deactivate,
});

/**
 * A missing answer is retried for every cause that waiting may cure: not for a bad URL or a request
 * that the egress policy forbids.
 */
export function decideAfterAttempt(outcome: AttemptOutcome, context: AttemptContext): Decision {
  if (outcome.kind === 'none') {
    const forbidden = outcome.errorCode === 'EGRESS_DENIED' || outcome.errorCode === 'INVALID_URL';
    return forbidden ? failed('NOT_REACHABLE_BY_POLICY') : retryOrEnd(outcome, context);
  }
  const { status, headers } = outcome;
  const control = first(headers['webhook-delivery'])?.trim().toLowerCase();
  if (control === 'disable') return failed('RECEIVER_DISABLED', true);
  if (status === 410) return failed('GONE', true);
  if (control === 'abort-message') return failed('RECEIVER_ABORTED');
  if (status >= 200 && status < 300) return { kind: 'succeeded' };
  if (status === 429 || status >= 500) return retryOrEnd(outcome, context);
  return failed(status >= 300 && status < 400 ? 'REDIRECT_REFUSED' : 'STATUS_REFUSED');
}
