/** Webhook subscriptions in requests: the fields of spec 2.4, no unknown ones. */
import { z } from 'zod';
import { membersOf } from '../http/members-of.js';
import { pageParameters } from '../http/page.js';
import { staticHeaders } from './static-headers.js';

const levels = ['info', 'error'] as const;
const triggers = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;

const minSecretLength = 16;
const maxSecretLength = 512;
const maxUrlLength = 2_048;

function isReceiverUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

const url = z
  .string()
  .max(maxUrlLength)
  .refine(isReceiverUrl, 'must be an http or https URL without user name and password');

/** An empty filter would never match anything, so it is refused. Leave the field out for "all". */
const filter = <T extends string>(allowed: readonly [T, ...T[]]) =>
  z
    .array(z.enum(allowed))
    .min(1, `must hold at least one of ${allowed.join(', ')}; leave it out for all`)
    .transform((values): T[] => allowed.filter((value) => values.includes(value)));

/** Standard Webhooks: base64 of 24 to 64 bytes follows `whsec_`; verifiers refuse others. */
function isUsableSecret(text: string): boolean {
  if (!text.startsWith('whsec_')) return true;
  const encoded = text.slice('whsec_'.length);
  const key = Buffer.from(encoded, 'base64');
  return key.toString('base64') === encoded && key.length >= 24 && key.length <= 64;
}

const secret = z
  .string()
  .min(minSecretLength)
  .max(maxSecretLength)
  .refine(isUsableSecret, 'whsec_ must be followed by 24 to 64 bytes in base64');

const maxPerSecond = z.number().int().min(1).max(10_000).nullable();

const fields = {
  url,
  /** Null removes it. Never read back. */
  secret: secret.nullable().optional(),
  /** Generates a secret, which only this answer shows. */
  generateSecret: z.boolean().optional(),
  /** Sent with every delivery. Only the names are read back. */
  headers: staticHeaders.nullable().optional(),
  /** Null: no limit; as fast as the receiver answers. */
  maxPerSecond: maxPerSecond.default(null),
  includeFinalOutput: z.boolean().default(false),
  includeTraceSpans: z.boolean().default(false),
  includeRateLimits: z.boolean().default(false),
  includeUsageData: z.boolean().default(false),
  levelFilter: filter(levels).default([...levels]),
  triggerFilter: filter(triggers).default([...triggers]),
  active: z.boolean().default(true),
};

const oneSecret = (body: {
  secret?: string | null | undefined;
  generateSecret?: boolean | undefined;
}): boolean => !(body.generateSecret === true && body.secret !== undefined);
const oneSecretProblem = {
  path: ['generateSecret'],
  message: 'give a secret or have one made, not both',
};

/**
 * POST and PUT: omitted fields get their default, but an existing secret and headers stay. Null
 * removes those two.
 */
export const subscriptionBody = z.strictObject(fields).refine(oneSecret, oneSecretProblem);
export type SubscriptionBody = z.output<typeof subscriptionBody>;

/** PATCH: omitted fields stay unchanged. */
export const subscriptionPatch = z
  .strictObject({
    url: url.optional(),
    secret: fields.secret,
    generateSecret: fields.generateSecret,
    headers: fields.headers,
    maxPerSecond: maxPerSecond.optional(),
    includeFinalOutput: z.boolean().optional(),
    includeTraceSpans: z.boolean().optional(),
    includeRateLimits: z.boolean().optional(),
    includeUsageData: z.boolean().optional(),
    levelFilter: filter(levels).optional(),
    triggerFilter: filter(triggers).optional(),
    active: z.boolean().optional(),
  })
  .refine(oneSecret, oneSecretProblem);
export type SubscriptionPatch = z.output<typeof subscriptionPatch>;

const daySeconds = 86_400;

/**
 * Without `secret`, one is generated. The old one also signs for a while, so receivers can migrate;
 * 0 ends all earlier ones.
 */
export const rotateSecretBody = z.strictObject({
  secret: secret.optional(),
  previousValidForSeconds: z
    .number()
    .int()
    .min(0)
    .max(7 * daySeconds)
    .default(daySeconds),
});
export type RotateSecretBody = z.output<typeof rotateSecretBody>;

/** `replaySuppressed`: also sends the deliveries missed while it was off. */
export const activateBody = z.strictObject({ replaySuppressed: z.boolean().default(true) });
export type ActivateBody = z.output<typeof activateBody>;

const includable = ['standing', 'stats24h'] as const;
const include = membersOf(includable).default([]).meta({
  example: 'standing,stats24h',
  description:
    '`standing` adds breaker, last attempt and what was kept while it was off, `stats24h` its attempts of this hour and the 23 before.',
});
export type Included = z.output<typeof include>;

export const getSubscriptionQuery = z.strictObject({ include });
export const listSubscriptionsQuery = z.strictObject({ ...pageParameters, include });
export type ListSubscriptionsParameters = z.output<typeof listSubscriptionsQuery>;

const flag = (field: string) =>
  z
    .enum(['true', 'false'], 'must be "true" or "false"')
    .default('false')
    .transform((value) => value === 'true')
    .meta({ example: 'true', description: `As \`${field}\` of a subscription.` });

export const sampleQuery = z.strictObject({
  includeFinalOutput: flag('includeFinalOutput'),
  includeTraceSpans: flag('includeTraceSpans'),
  includeRateLimits: flag('includeRateLimits'),
  includeUsageData: flag('includeUsageData'),
});
export type SampleParameters = z.output<typeof sampleQuery>;
