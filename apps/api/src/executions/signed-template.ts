/**
 * Signatures over a template of time and body. Stripe sends `t=1492774577,v1=5257…,v1=…`, Slack a
 * time in a header of its own and `v0=a211…`. Pure.
 */
import type { WebhookAuth } from '@libs/blocks';
import { createHmac } from 'node:crypto';
import type { CallerProof } from './caller-proof.js';
import { isSame } from './is-same.js';

type HmacAuth = Extract<WebhookAuth, { readonly type: 'hmac' }>;

/** While a sender rotates its keys, it signs with several. */
const maxSignatures = 10;
const defaultToleranceSeconds = 300;

/** Milliseconds have 13 digits. */
const secondsOf = (timestamp: string): number =>
  timestamp.length === 13 ? Number(timestamp) / 1_000 : Number(timestamp);

function signatureOf(auth: HmacAuth, secret: string, rawBody: Buffer, timestamp: string): string {
  const [before = '', after = ''] = auth.template
    .split('{rawBody}')
    .map((part) => part.replace('{timestamp}', timestamp));
  const hmac = createHmac(auth.algorithm, secret).update(before).update(rawBody).update(after);
  return auth.prefix + hmac.digest(auth.encoding);
}

export function followsTemplate(
  auth: HmacAuth,
  secret: string,
  { headers, rawBody, nowMs }: CallerProof,
): boolean {
  const given = String(headers[auth.header] ?? '');
  const shown = (signature: string): string =>
    auth.encoding === 'hex' ? signature.toLowerCase() : signature;
  if (!auth.template.includes('{timestamp}'))
    return isSame(shown(given), signatureOf(auth, secret, rawBody, ''));
  const parts = given.split(',').map((part) => part.trim());
  const timestamp =
    auth.timestampHeader === undefined
      ? (parts.find((part) => part.startsWith('t='))?.slice(2) ?? '')
      : String(headers[auth.timestampHeader] ?? '');
  if (!/^\d{1,13}$/.test(timestamp)) return false;
  const { toleranceSeconds = defaultToleranceSeconds } = auth;
  if (Math.abs(nowMs / 1_000 - secondsOf(timestamp)) > toleranceSeconds) return false;
  const expected = signatureOf(auth, secret, rawBody, timestamp);
  return parts
    .filter((part) => part.startsWith(auth.prefix))
    .slice(0, maxSignatures)
    .map((part) => isSame(shown(part), expected))
    .includes(true);
}
