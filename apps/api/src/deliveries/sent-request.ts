/** A request as its receiver saw it, without what only sender and receiver know. Pure. */
import { deliveryHeaders, ownSignature } from '@libs/delivery';
import type { AttemptRow } from './delivery.schemas.js';
import type { DeliveryRequestView } from './delivery-request.schemas.js';
import type { SignedWith } from './signing-secrets.js';

export interface RequestRow {
  readonly delivery_id: string;
  readonly url: string;
  readonly created_at: Date;
  readonly body: Buffer | null;
  readonly traceparent: string | null;
  readonly header_names: readonly string[];
}

/** An attempt with the secrets that signed it; none unless the service has all of them. */
export interface SignedAttempt {
  readonly row: AttemptRow;
  readonly signedWith: SignedWith;
  readonly secrets: readonly string[];
}

interface SentRequest {
  readonly deliveryId: string;
  readonly row: RequestRow;
  /** Whose headers are shown; null: none was made. */
  readonly shown: SignedAttempt | null;
  /** What a first attempt would be signed with now. */
  readonly now: Pick<SignedAttempt, 'signedWith' | 'secrets'>;
  /** The last one first. */
  readonly attempts: readonly SignedAttempt[];
  /** Prefix of the headers' names. */
  readonly prefix: string;
}

/** For headers whose values are not shown. */
const [noSecret, notShown] = ['none', ''];

/** An erased body is empty; no body ever was. */
const bodyOf = ({ body }: RequestRow): Buffer | null =>
  body === null || body.length === 0 ? null : body;

const rotatedSince = (signedWith: SignedWith): boolean =>
  signedWith === 'replaced' || signedWith === 'gone';

export function sentRequestOf(sent: SentRequest): DeliveryRequestView {
  const { deliveryId, row, shown, attempts, prefix } = sent;
  const { signedWith, secrets } = shown ?? sent.now;
  const body = bodyOf(row);
  const isKnown = body !== null && secrets.length > 0;
  const signatures = [`${prefix}signature`, 'webhook-signature'];
  const hidden = new Set([...(isKnown ? [] : signatures), ...row.header_names]);
  const headers = deliveryHeaders({
    prefix,
    deliveryId,
    nowMs: (shown?.row.started_at ?? row.created_at).getTime(),
    body: body ?? Buffer.alloc(0),
    secrets: signedWith === 'none' ? [] : isKnown ? secrets : [noSecret],
    staticHeaders: row.header_names.map((name) => [name, notShown] as const),
    traceparent: row.traceparent,
  });
  return {
    deliveryId,
    method: 'POST',
    attempt: shown?.row.attempt_number ?? null,
    url: shown?.row.url ?? row.url,
    headers: headers.map(([name, value]) => ({ name, value: hidden.has(name) ? null : value })),
    signedWith,
    secretRotatedSince: rotatedSince(signedWith),
    body: body?.toString('utf8') ?? null,
    bodyBytes: body?.length ?? null,
    attempts: attempts.map((attempt) => ({
      number: attempt.row.attempt_number,
      startedAt: attempt.row.started_at.toISOString(),
      timestampMs: attempt.row.started_at.getTime(),
      url: attempt.row.url,
      signature:
        body === null || attempt.secrets.length === 0
          ? null
          : ownSignature(attempt.secrets, attempt.row.started_at.getTime(), body),
      signedWith: attempt.signedWith,
      secretRotatedSince: rotatedSince(attempt.signedWith),
    })),
  };
}
