/** Checks a webhook as a receiver should: over the raw body, in constant time. Pure. */
import type { ReceivedWebhook } from '@apps/api';
import { createHmac, timingSafeEqual } from 'node:crypto';

const shape = /^t=(\d{1,15})((?:,v1=[0-9a-f]{64}){1,8})$/;

/**
 * @param header `t=<ms>,v1=<hex>`, with one more `v1=` while a secret is being rotated
 * @returns null if it has another form
 */
export function checkSignature(
  header: string,
  body: Buffer,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): ReceivedWebhook['signature'] {
  const [, timestamp = '', list = ''] = shape.exec(header) ?? [];
  const signatures = list.split(',v1=').slice(1);
  const [first] = signatures;
  if (first === undefined) return null;
  const signedPrefix = `${timestamp}.`;
  const computed = createHmac('sha256', secret).update(signedPrefix).update(body).digest();
  const equal = signatures.find((one) => timingSafeEqual(Buffer.from(one, 'hex'), computed));
  return {
    timestampMs: Number(timestamp),
    signedPrefix,
    received: equal ?? first,
    computed: computed.toString('hex'),
    equal: equal !== undefined,
    ageMs: nowMs - Number(timestamp),
  };
}
