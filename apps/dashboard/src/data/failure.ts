/** Why a request failed: from its status, never from a text. Each kind has one next step. */
import { ApiRefusal } from '@libs/client';

/** No answer came: the server, or the network, is down. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export type Failure =
  | { readonly kind: 'offline' }
  /** The page's own fault; no server is to blame. */
  | { readonly kind: 'fault' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'conflict'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number | null }
  /** Without a request id the answer came from a proxy, or from no server of ours. */
  | { readonly kind: 'broken'; readonly status: number; readonly requestId: string | null };

export function failureOf(error: unknown): Failure {
  if (error instanceof NoAnswer) return { kind: 'offline' };
  if (!(error instanceof ApiRefusal)) return { kind: 'fault' };
  const { status, body, retryAfterSeconds } = error;
  const requestId = body.requestId === '' ? null : body.requestId;
  // A proxy's page is no message for people.
  const message = requestId === null ? '' : body.error;
  if (status === 401) return { kind: 'signedOut' };
  if (status === 403) return { kind: 'forbidden', message };
  if (status === 404) return { kind: 'missing' };
  if (status === 409 || status === 412) return { kind: 'conflict', message };
  if (status === 429) return { kind: 'limited', retryAfterSeconds };
  if (status >= 400 && status < 500) return { kind: 'refused', message };
  return { kind: 'broken', status, requestId };
}
