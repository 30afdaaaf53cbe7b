/** A request as its receiver saw it, without what only sender and receiver know. Pure. */
import { deliveryHeaders } from '@libs/delivery';
import type { AttemptRow, DeliveryRequestView } from './delivery.schemas.js';

export interface RequestRow {
  readonly url: string;
  readonly created_at: Date;
  readonly body: Buffer | null;
  readonly traceparent: string | null;
  readonly header_names: readonly string[];
  readonly is_signed: boolean;
}

interface SentRequest {
  readonly deliveryId: string;
  readonly row: RequestRow;
  /** The last one first. */
  readonly attempts: readonly AttemptRow[];
  /** Prefix of the headers' names. */
  readonly prefix: string;
}

/** The signature is not shown, so it is computed over nothing. */
const [noBody, noSecret, notShown] = [Buffer.alloc(0), 'none', ''];

export function sentRequestOf({
  deliveryId,
  row,
  attempts,
  prefix,
}: SentRequest): DeliveryRequestView {
  const [last] = attempts;
  const hidden = new Set([`${prefix}signature`, 'webhook-signature', ...row.header_names]);
  const headers = deliveryHeaders({
    prefix,
    deliveryId,
    nowMs: (last?.started_at ?? row.created_at).getTime(),
    body: noBody,
    secrets: row.is_signed ? [noSecret] : [],
    staticHeaders: row.header_names.map((name) => [name, notShown] as const),
    traceparent: row.traceparent,
  });
  // An erased body is empty; no body ever was.
  const body = row.body === null || row.body.length === 0 ? null : row.body;
  return {
    deliveryId,
    method: 'POST',
    url: last?.url ?? row.url,
    headers: headers.map(([name, value]) => ({ name, value: hidden.has(name) ? null : value })),
    body: body?.toString('utf8') ?? null,
    bodyBytes: body?.length ?? null,
    attempts: attempts.map(({ attempt_number, started_at, url }) => ({
      number: attempt_number,
      startedAt: started_at.toISOString(),
      timestampMs: started_at.getTime(),
      url,
    })),
  };
}
