/** Configuration of the webhook trigger, with the checks that the edge makes before a run. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { advanced, labels, seconds, ui } from '../hints.js';

/** Only by name: a secret typed into a definition would be in every snapshot of it. */
const secretName = z
  .string()
  .regex(/^\{\{\s*[A-Za-z_][A-Za-z0-9_]*\s*\}\}$/, 'must be a secret of the workspace: {{NAME}}')
  .transform((text) => text.replace(/[{}\s]/g, ''))
  .meta(ui('secret'))
  .describe('Secret of the workspace, `{{NAME}}`');
const header = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not an HTTP header name')
  .transform((name) => name.toLowerCase())
  .describe('Header with the value');

const toleranceSeconds = z
  .int()
  .min(1)
  .max(86_400)
  .meta({ title: 'Tolerance', ...seconds });

const signsTime = ({ template }: { readonly template: string }): boolean =>
  template.includes('{timestamp}');

/** HMAC of the raw body, as GitHub and Shopify sign, or of a time too, as Stripe and Slack do. */
const hmac = z
  .strictObject({
    type: z.literal('hmac'),
    header,
    secret: secretName,
    algorithm: z
      .enum(['sha1', 'sha256', 'sha512'])
      .default('sha256')
      .meta(labels({ sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' }))
      .describe('`sha1` only for senders that offer nothing else'),
    encoding: z
      .enum(['hex', 'base64'])
      .default('hex')
      .meta(labels({ hex: 'Hexadecimal', base64: 'Base64' }))
      .describe('Encoding of the signature'),
    prefix: z.string().max(50).default('').describe('Text before the signature, e.g. `sha256=`'),
    template: z
      .string()
      .max(200)
      .regex(
        /^(?:[^{}]|\{timestamp\}(?!.*\{timestamp\}))*\{rawBody\}(?:[^{}]|\{timestamp\}(?!.*\{timestamp\}))*$/s,
        'must hold {rawBody} once, {timestamp} at most once, and no other braces',
      )
      .default('{rawBody}')
      .describe('Signed text, e.g. `{timestamp}.{rawBody}`'),
    timestampHeader: header
      .optional()
      .describe('By default `{timestamp}` is the part `t=` of `header`'),
    toleranceSeconds: toleranceSeconds
      .optional()
      .describe('Maximum age of `{timestamp}`, either way; by default 300'),
  })
  .refine((auth) => signsTime(auth) || auth.timestampHeader === undefined, {
    path: ['timestampHeader'],
    message: 'has a time that is not signed; put {timestamp} into "template"',
  })
  .refine((auth) => signsTime(auth) || auth.toleranceSeconds === undefined, {
    path: ['toleranceSeconds'],
    message: 'needs a time that is signed; put {timestamp} into "template"',
  })
  .meta({ title: 'Signature (HMAC)' });

const auth = z.discriminatedUnion('type', [
  /** `Authorization: Bearer <secret>` */
  z.strictObject({ type: z.literal('bearer'), secret: secretName }).meta({ title: 'Bearer token' }),
  /** The secret itself in a header of its own. */
  z
    .strictObject({ type: z.literal('header'), header, secret: secretName })
    .meta({ title: 'Secret in a header' }),
  hmac,
  /** standardwebhooks.com: `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
  z
    .strictObject({
      type: z.literal('standard-webhooks'),
      secret: secretName,
      toleranceSeconds: toleranceSeconds
        .default(300)
        .describe('Maximum age of `webhook-timestamp`, either way'),
    })
    .meta({ title: 'Standard Webhooks' }),
]);

const address = z.string().refine((text) => {
  const [ip = '', bits, ...more] = text.split('/');
  const family = isIP(ip);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}, 'must be an IP address or a CIDR');

/** HTTP methods that a webhook's URL can accept. */
const webhookMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

const cors = z.strictObject({
  origins: z
    .array(
      z
        .string()
        .max(300)
        .refine(
          (text) => text === '*' || isOrigin(text),
          'must be "*" or an origin as browsers send it: scheme, host and port, e.g. https://shop.example',
        ),
    )
    .min(1)
    .max(50)
    .refine(
      (origins) => origins.length === 1 || !origins.includes('*'),
      'has "*", which allows every origin; remove the others',
    )
    .describe('Origins such as `https://shop.example`, or `*` alone for all'),
});

export const webhookConfig = z.strictObject({
  methods: z
    .array(z.enum(webhookMethods))
    .min(1)
    .max(webhookMethods.length)
    .default(['POST'])
    .describe('Methods that run the workflow; any other gets 405'),
  path: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/,
      'must be 1 to 128 letters, digits, _ or -, beginning with a letter or digit',
    )
    .describe('Last part of the URL; unique in the workspace'),
  auth: auth
    .optional()
    .meta({ title: 'Authentication', ...ui('trigger-check') })
    .describe('By default any caller may run the workflow'),
  allowedIps: z
    .array(address)
    .min(1)
    .max(100)
    .optional()
    .meta(advanced)
    .describe('Addresses that may call; by default all'),
  cors: cors
    .optional()
    .meta({ title: 'Calls from pages', ...advanced })
    .describe('Origins whose pages may call it (CORS); by default none'),
  maxBodyBytes: z
    .int()
    .min(1)
    .max(10 * 1024 * 1024)
    .optional()
    .meta({ title: 'Largest body (bytes)', ...advanced })
    .describe('At most, and by default, `triggerBodyBytes` of the plan'),
  callsPerMinute: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .meta(advanced)
    .describe('At most, and by default, `triggerCallsPerMinute` of the plan'),
});

export type WebhookConfig = z.output<typeof webhookConfig>;

export type WebhookAuth = z.output<typeof auth>;
