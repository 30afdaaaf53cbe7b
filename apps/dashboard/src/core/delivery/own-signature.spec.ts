import { expect, it } from '@jest/globals';
import { createHmac, webcrypto } from 'node:crypto';
import { ownSignature } from './own-signature.js';

it('computes the HMAC over the time and the bytes, as a receiver does', async () => {
  const signed = { timestampMs: 1_764_339_192_318, body: '{"name":"Zoë"}' };
  expect(await ownSignature(webcrypto.subtle as SubtleCrypto, 'whsec_test', signed)).toBe(
    createHmac('sha256', 'whsec_test').update(`1764339192318.${signed.body}`).digest('hex'),
  );
});
