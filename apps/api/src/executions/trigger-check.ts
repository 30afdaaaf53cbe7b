/** Checks whether a caller may start the workflow. Pure; every comparison takes constant time. */
import type { WebhookAuth } from '@libs/blocks';
import { createHmac } from 'node:crypto';
import type { CallerProof } from './caller-proof.js';
import { isSame } from './is-same.js';
import { followsTemplate } from './signed-template.js';

/** Of a sender's keys during a rotation. More would only cost comparisons. */
const mostSignatures = 10;

function followsStandardWebhooks(
  { headers, rawBody, nowMs }: CallerProof,
  secret: string,
  toleranceSeconds: number,
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => String(headers[name] ?? ''),
  );
  if (!id || !timestamp || !/^\d{1,12}$/.test(timestamp) || !signatures) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const given = signatures.split(' ', mostSignatures + 1);
  if (given.length > mostSignatures) return false;
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody);
  const expected = `v1,${hmac.digest('base64')}`;
  // During a key rotation the sender signs with several keys; every signature is compared.
  return given.map((one) => isSame(one, expected)).includes(true);
}

export function provesSecret(auth: WebhookAuth, secret: string, proof: CallerProof): boolean {
  const headerOf = (name: string): string => String(proof.headers[name] ?? '');
  switch (auth.type) {
    case 'bearer': {
      const given = /^bearer +(.+)$/i.exec(headerOf('authorization'))?.[1] ?? '';
      return isSame(given, secret);
    }
    case 'header':
      return isSame(headerOf(auth.header), secret);
    case 'hmac':
      return followsTemplate(auth, secret, proof);
    case 'standard-webhooks':
      return followsStandardWebhooks(proof, secret, auth.toleranceSeconds);
  }
}
