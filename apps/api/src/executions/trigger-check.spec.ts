import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { provesSecret } from './trigger-check.js';

const rawBody = Buffer.from('{"a": 1}');
const nowMs = 1_700_000_000_000;
const proof = (headers: Record<string, string>, body = rawBody) => ({
  headers,
  rawBody: body,
  nowMs,
});

describe('provesSecret', () => {
  it('accepts the bearer token only', () => {
    const auth = { type: 'bearer', secret: 'T' } as const;
    expect(provesSecret(auth, 's3cret', proof({ authorization: 'Bearer s3cret' }))).toBe(true);
    for (const authorization of ['Bearer s3cre', 'Bearer', 's3cret', 'Basic s3cret', ''])
      expect(provesSecret(auth, 's3cret', proof({ authorization }))).toBe(false);
    expect(provesSecret(auth, 's3cret', proof({}))).toBe(false);
  });

  it('accepts the secret in the configured header only', () => {
    const auth = { type: 'header', header: 'x-token', secret: 'T' } as const;
    expect(provesSecret(auth, 's', proof({ 'x-token': 's' }))).toBe(true);
    expect(provesSecret(auth, 's', proof({ authorization: 'Bearer s' }))).toBe(false);
  });

  it('accepts an HMAC of the raw bytes only', () => {
    const auth = {
      type: 'hmac',
      header: 'x-hub-signature-256',
      secret: 'T',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'sha256=',
      template: '{rawBody}',
    } as const;
    const signature = `sha256=${createHmac('sha256', 'k').update(rawBody).digest('hex')}`;
    const headers = { 'x-hub-signature-256': signature };
    expect(provesSecret(auth, 'k', proof(headers))).toBe(true);
    expect(provesSecret(auth, 'k', proof(headers, Buffer.from('{"a":1}')))).toBe(false);
    expect(provesSecret(auth, 'other', proof(headers))).toBe(false);
  });

  it('accepts a Standard Webhooks signature among several, unless it is too old', () => {
    const auth = { type: 'standard-webhooks', secret: 'T', toleranceSeconds: 300 } as const;
    // Example from the libraries of the Standard Webhooks specification.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,xxx v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const body = Buffer.from('{"test": 2432232314}');
    const at = (seconds: number) => ({ headers, rawBody: body, nowMs: seconds * 1000 });
    expect(provesSecret(auth, secret, at(1614265330))).toBe(true);
    expect(provesSecret(auth, secret, at(1614265330 + 301))).toBe(false);
    expect(provesSecret(auth, 'whsec_AAAA', at(1614265330))).toBe(false);
    const valid = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
    const signedBy = (count: number) => ({
      ...at(1614265330),
      headers: { ...headers, 'webhook-signature': `${'v1,xxx '.repeat(count - 1)}${valid}` },
    });
    expect([signedBy(10), signedBy(11)].map((one) => provesSecret(auth, secret, one))).toEqual([
      true,
      false,
    ]);
  });
});
