/**
 * Headers of one attempt (spec 6.2). Only timestamp and signatures differ between the attempts of a
 * delivery. Pure.
 */
import { eventType } from './payload.js';
import { ownSignature, standardSignature } from './signature.js';

export interface HeadersOf {
  /** `service-` unless configured. */
  readonly prefix: string;
  readonly deliveryId: string;
  readonly nowMs: number;
  readonly body: Buffer;
  /** Active secrets, current first; with none, there is no signature header. */
  readonly secrets: readonly string[];
  /** Static headers of the subscription. A header that the delivery itself sets is left out. */
  readonly staticHeaders: readonly (readonly [name: string, value: string])[];
  /** W3C trace context, so that the receiver's trace continues ours. */
  readonly traceparent: string | null;
}

export function deliveryHeaders({
  prefix,
  deliveryId,
  nowMs,
  body,
  secrets,
  staticHeaders,
  traceparent,
}: HeadersOf): (readonly [string, string])[] {
  const own = ownHeaders({ prefix, deliveryId, nowMs, body, secrets, traceparent });
  if (staticHeaders.length === 0) return own;
  const names = new Set(own.map(([name]) => name));
  return [...own, ...staticHeaders.filter(([name]) => !names.has(name.toLowerCase()))];
}

function ownHeaders({
  prefix,
  deliveryId,
  nowMs,
  body,
  secrets,
  traceparent,
}: Omit<HeadersOf, 'staticHeaders'>): (readonly [string, string])[] {
  const headers: (readonly [string, string])[] = [
    ['content-type', 'application/json'],
    ['user-agent', 'Flowledger-Webhooks/1'],
    [`${prefix}event`, eventType],
    [`${prefix}timestamp`, String(nowMs)],
    [`${prefix}delivery-id`, deliveryId],
    ['idempotency-key', deliveryId],
    ...(traceparent === null ? [] : [['traceparent', traceparent] as const]),
  ];
  if (secrets.length === 0) return headers;
  const nowS = Math.floor(nowMs / 1000);
  return [
    ...headers,
    [`${prefix}signature`, ownSignature(secrets, nowMs, body)],
    ['webhook-id', deliveryId],
    ['webhook-timestamp', String(nowS)],
    ['webhook-signature', standardSignature(secrets, deliveryId, nowS, body)],
  ];
}
