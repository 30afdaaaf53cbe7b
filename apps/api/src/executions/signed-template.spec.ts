import { describe, expect, it } from '@jest/globals';
import { webhookConfig, type WebhookAuth } from '@libs/blocks';
import { createHmac } from 'node:crypto';
import { provesSecret } from './trigger-check.js';

function authOf(auth: object): WebhookAuth {
  const parsed = webhookConfig.parse({
    path: 'p',
    auth: { type: 'hmac', secret: '{{S}}', ...auth },
  });
  if (parsed.auth === undefined) throw new Error('it has an auth');
  return parsed.auth;
}

describe('a signature over a time and the body', () => {
  // The example of Slack's page "Verifying requests from Slack".
  const slack = authOf({
    header: 'X-Slack-Signature',
    prefix: 'v0=',
    template: 'v0:{timestamp}:{rawBody}',
    timestampHeader: 'X-Slack-Request-Timestamp',
  });
  const slackSecret = '8f742231b10e8888abcd99yyyzzz85a5';
  const slackBody = Buffer.from(
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  );
  const slackHeaders = {
    'x-slack-request-timestamp': '1531420618',
    'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  };
  const slackProof = (more: object = {}, seconds = 1531420618) => ({
    ...{ headers: slackHeaders, rawBody: slackBody, nowMs: seconds * 1_000 },
    ...more,
  });

  it("accepts Slack's published example, within the tolerance only", () => {
    expect(provesSecret(slack, slackSecret, slackProof())).toBe(true);
    expect(provesSecret(slack, slackSecret, slackProof({}, 1531420618 + 300))).toBe(true);
    expect(provesSecret(slack, slackSecret, slackProof({}, 1531420618 + 301))).toBe(false);
    expect(provesSecret(slack, slackSecret, slackProof({}, 1531420618 - 301))).toBe(false);
    expect(provesSecret(slack, 'other', slackProof())).toBe(false);
  });

  it('refuses another time or body, and a header that is missing', () => {
    const refused = [
      { rawBody: Buffer.from('token=other') },
      { headers: { ...slackHeaders, 'x-slack-request-timestamp': '1531420619' } },
      { headers: { 'x-slack-signature': slackHeaders['x-slack-signature'] } },
      { headers: { 'x-slack-request-timestamp': '1531420618' } },
      { headers: { ...slackHeaders, 'x-slack-request-timestamp': 'Infinity' } },
      { headers: {} },
    ];
    for (const more of refused)
      expect(provesSecret(slack, slackSecret, slackProof(more))).toBe(false);
  });

  const stripe = authOf({
    ...{ header: 'Stripe-Signature', prefix: 'v1=', template: '{timestamp}.{rawBody}' },
    toleranceSeconds: 60,
  });
  const stripeBody = Buffer.from('{\n  "id": "evt_test_webhook",\n  "object": "event"\n}');
  const v1 = (secret: string, at: string): string =>
    createHmac('sha256', secret).update(`${at}.`).update(stripeBody).digest('hex');

  it("accepts Stripe's header: a time, and a signature for each key and scheme", () => {
    const isAccepted = (signature: string, seconds = 1492774577): boolean =>
      provesSecret(stripe, 'whsec_test_secret', {
        ...{ headers: { 'stripe-signature': signature }, rawBody: stripeBody },
        nowMs: seconds * 1_000,
      });
    const own = `v1=${v1('whsec_test_secret', '1492774577')}`;
    const former = `v1=${v1('whsec_former', '1492774577')}`;
    const v0 = 'v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39';
    expect(isAccepted(`t=1492774577,${own},${v0}`)).toBe(true);
    expect(isAccepted(`t=1492774577, ${former}, ${own}`)).toBe(true);
    expect(isAccepted(`t=1492774577,${own}`, 1492774577 + 61)).toBe(false);
    expect(isAccepted(`t=1492774577,${former},${v0}`)).toBe(false);
    expect(isAccepted(`t=1492774578,${own}`)).toBe(false);
    expect(isAccepted(own)).toBe(false);
    // A flood of signatures is not compared to its end.
    expect(isAccepted(`t=1492774577,${`${former},`.repeat(100)}${own}`)).toBe(false);
  });

  it('reads a time in milliseconds', () => {
    const auth = authOf({ header: 'x-sign', prefix: 's=', template: '{timestamp}|{rawBody}|end' });
    const body = Buffer.from('b');
    const s = createHmac('sha256', 'k').update('1492774577123|b|end').digest('hex');
    const headers = { 'x-sign': `t=1492774577123,s=${s}` };
    const proof = { headers, rawBody: body, nowMs: 1492774577000 };
    expect(provesSecret(auth, 'k', proof)).toBe(true);
  });

  it.each([
    ['{timestamp}', 'must hold {rawBody} once'],
    ['{rawBody}{rawBody}', 'must hold {rawBody} once'],
    ['{timestamp}{timestamp}{rawBody}', '{timestamp} at most once'],
    ['{timestamp}{rawBody}{timestamp}', '{timestamp} at most once'],
    ['{rawBody}.{nonce}', 'no other braces'],
  ])('refuses the template %s on save', (template, message) => {
    expect(() => authOf({ header: 'x', template })).toThrow(message);
  });

  it('refuses the settings of a time that is not signed on save', () => {
    expect(() => authOf({ header: 'x', timestampHeader: 'y' })).toThrow('not signed');
    expect(() => authOf({ header: 'x', toleranceSeconds: 5 })).toThrow('put {timestamp}');
  });
});
