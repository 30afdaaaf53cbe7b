/** Why a request failed: from its status, never from a text. Each kind has one next step. */
import { ApiRefusal } from '@libs/client';

export type Failure =
  | { readonly kind: 'offline' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'conflict'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number | null }
  | { readonly kind: 'broken'; readonly requestId: string };

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiRefusal)) return { kind: 'offline' };
  const { status, body, retryAfterSeconds } = error;
  if (status === 401) return { kind: 'signedOut' };
  if (status === 403) return { kind: 'forbidden', message: body.error };
  if (status === 404) return { kind: 'missing' };
  if (status === 409 || status === 412) return { kind: 'conflict', message: body.error };
  if (status === 429) return { kind: 'limited', retryAfterSeconds };
  if (status >= 400 && status < 500) return { kind: 'refused', message: body.error };
  return { kind: 'broken', requestId: body.requestId };
}
