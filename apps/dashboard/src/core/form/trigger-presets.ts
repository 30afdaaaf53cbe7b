/**
 * How well-known senders sign their webhooks, as values for `auth` of a webhook trigger. The secret
 * stays what the author chose. What they leave out has the defaults of the block: a SHA-256 in hex,
 * and a tolerance of five minutes where a time is signed.
 */
import { isObject, valueAt } from './config-value.js';

export const presetSenders = ['stripe', 'github', 'slack', 'standard-webhooks'] as const;
export type PresetSender = (typeof presetSenders)[number];

/** The fields of the check besides its secret. */
const triggerPresets: Readonly<Record<PresetSender, Readonly<Record<string, string | number>>>> = {
  // `Stripe-Signature: t=1492774577,v1=5257a869…`: hex HMAC of `{timestamp}.{body}`.
  stripe: {
    type: 'hmac',
    header: 'stripe-signature',
    prefix: 'v1=',
    template: '{timestamp}.{rawBody}',
  },
  // `X-Hub-Signature-256: sha256=757107ea…`: no time is signed.
  github: {
    type: 'hmac',
    header: 'x-hub-signature-256',
    prefix: 'sha256=',
    template: '{rawBody}',
  },
  // `X-Slack-Signature: v0=a2114d57…` of `v0:{timestamp}:{body}`.
  slack: {
    type: 'hmac',
    header: 'x-slack-signature',
    prefix: 'v0=',
    template: 'v0:{timestamp}:{rawBody}',
    timestampHeader: 'x-slack-request-timestamp',
  },
  'standard-webhooks': { type: 'standard-webhooks' },
};

/** The secret that a new check names; authors store theirs under it, or choose another one. */
const secretNames: Readonly<Record<PresetSender, string>> = {
  stripe: '{{STRIPE_WEBHOOK_SECRET}}',
  github: '{{GITHUB_WEBHOOK_SECRET}}',
  slack: '{{SLACK_SIGNING_SECRET}}',
  'standard-webhooks': '{{WEBHOOK_SECRET}}',
};

/** JSON of `auth` for the sender. */
export function presetJson(sender: PresetSender, auth: unknown): string {
  const secret = valueAt(auth, ['secret']);
  const chosen = typeof secret === 'string' && secret !== '' ? secret : secretNames[sender];
  const { type, ...rest } = triggerPresets[sender];
  return JSON.stringify({ type, secret: chosen, ...rest });
}

/** Written out, they change nothing. */
const defaults: Readonly<Record<string, unknown>> = {
  algorithm: 'sha256',
  encoding: 'hex',
  toleranceSeconds: 300,
};

/** The sender whose check it is; null: another one. */
export function presetOf(auth: unknown): PresetSender | null {
  if (!isObject(auth)) return null;
  const { secret: _, ...check } = auth;
  const written = Object.keys(check).filter((name) => check[name] !== defaults[name]);
  const is = (sender: PresetSender): boolean => {
    const preset = triggerPresets[sender];
    return (
      Object.keys(preset).length === written.length &&
      written.every((name) => check[name] === preset[name])
    );
  };
  return presetSenders.find(is) ?? null;
}
