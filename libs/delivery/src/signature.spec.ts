import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { deliveryHeaders } from './delivery-headers.js';
import { ownSignature, standardSignature } from './signature.js';

const body = Buffer.from('{"test": 2432232314}');

describe('signatures', () => {
  it('match the known-answer vector of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(standardSignature([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, body)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('spec 5.3: sign `<ms>.<raw body>` with the secret as text', () => {
    const expected = createHmac('sha256', 'whsec_abc')
      .update(`1700000000123.${body.toString()}`)
      .digest('hex');
    expect(ownSignature(['whsec_abc'], 1700000000123, body)).toBe(`t=1700000000123,v1=${expected}`);
  });

  it('match a known-answer vector of our own format, made with openssl', () => {
    expect(ownSignature(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], 1614265330000, body)).toBe(
      't=1614265330000,v1=38dcd345d12a163975f2a8484af858926bb995e425f50d05a5aaeaacf2178698',
    );
  });

  it('include one signature per active secret', () => {
    const [, , second] = ownSignature(['new', 'old'], 1, body).split(',');
    expect(second).toBe(ownSignature(['old'], 1, body).split(',')[1]);
    expect(standardSignature(['new', 'old'], 'id', 1, body).split(' ')[1]).toBe(
      standardSignature(['old'], 'id', 1, body),
    );
  });
});

describe('headers of an attempt', () => {
  const of = {
    prefix: 'service-',
    deliveryId: 'd1',
    nowMs: 1700000000999,
    body,
    traceparent: null,
    staticHeaders: [],
  };

  it('spec 5.5, 6.2, 8.8: include ours and those of Standard Webhooks', () => {
    const headers = Object.fromEntries(deliveryHeaders({ ...of, secrets: ['s'] }));
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Flowledger-Webhooks/1',
      'service-event': 'workflow.execution.completed',
      'service-timestamp': '1700000000999',
      'service-delivery-id': 'd1',
      'idempotency-key': 'd1',
      'service-signature': ownSignature(['s'], 1700000000999, body),
      'webhook-id': 'd1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': standardSignature(['s'], 'd1', 1700000000, body),
    });
  });

  it('propagate the traceparent of the execution', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const headers = Object.fromEntries(deliveryHeaders({ ...of, secrets: [], traceparent }));
    expect(headers['traceparent']).toBe(traceparent);
  });

  it('include static headers, unless the name is one of ours', () => {
    const staticHeaders = [
      ['X-Team', 'billing'],
      ['Service-Event', 'forged'],
      ['Authorization', 'Bearer t'],
    ] as const;
    const headers = deliveryHeaders({ ...of, secrets: [], staticHeaders });
    expect(headers.slice(-2)).toEqual([
      ['X-Team', 'billing'],
      ['Authorization', 'Bearer t'],
    ]);
    expect(headers.filter(([name]) => name.toLowerCase() === 'service-event')).toHaveLength(1);
  });

  it('spec 5.4: contain no signature without a secret, and use the given prefix', () => {
    const names = deliveryHeaders({ ...of, prefix: 'acme-', secrets: [] }).map(([name]) => name);
    expect(names).toEqual([
      'content-type',
      'user-agent',
      'acme-event',
      'acme-timestamp',
      'acme-delivery-id',
      'idempotency-key',
    ]);
  });
});
