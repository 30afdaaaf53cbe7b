/** Configuration of the HTTP request block (spec 1.1). */
import { z } from 'zod';
import { onError } from '../on-error.js';
import { advanced, beside, labels, ui, unchosen } from '../hints.js';

const milliseconds = (max: number): z.ZodInt => z.int().min(1).max(max);
const hour = 3_600_000;
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not an HTTP header name');
/** Set by the client itself; a wrong one would break the request's framing. */
const framing = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'host',
  'upgrade',
  'expect',
  'te',
]);

export const apiConfig = z.strictObject({
  method: z
    .enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
    .default('GET')
    .describe('Of the request'),
  url: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(8192)
    .meta({ ...ui('url'), ...beside('method') })
    .describe('A `:name` in it is a path parameter'),
  pathParams: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.unknown())
    .default({})
    .meta({ title: 'Path parameters', ...ui('key-values') })
    .describe('Values of the `:name` segments; they are encoded'),
  query: z
    .array(
      z.strictObject({
        key: z.string().min(1).describe('Name of the parameter; may repeat'),
        value: z.unknown().describe('A list repeats the key; null is left out'),
      }),
    )
    .max(500)
    .default([])
    .meta({ title: 'Query parameters', ...ui('key-values') })
    .describe('Added after the parameters that the URL has'),
  headers: z
    .array(
      z.strictObject({
        key: headerName
          .refine((key) => !framing.has(key.toLowerCase()), 'is set by the client; remove it')
          .describe('Name of the header; may repeat'),
        value: z.unknown().describe('Null is left out'),
      }),
    )
    .max(200)
    .default([])
    .meta(ui('key-values'))
    .describe('`idempotency-key`, `user-agent` and `accept` are sent unless set here'),
  body: z.unknown().optional().meta(ui('json')).describe('Sent with POST, PUT and PATCH'),
  bodyType: z
    .enum(['json', 'form', 'multipart', 'text'])
    .optional()
    .meta({
      title: 'Body is sent as',
      ...labels({ json: 'JSON', form: 'Form', multipart: 'Multipart form', text: 'Text' }),
      ...unchosen('JSON'),
    })
    .describe('By default JSON, or text where the body is not JSON'),
  timeoutMs: milliseconds(hour)
    .default(30_000)
    .meta({ ...ui('duration'), ...advanced })
    .describe('Of one attempt, from connecting to the last byte'),
  idleTimeoutMs: milliseconds(hour)
    .optional()
    .meta({ ...ui('duration'), ...advanced })
    .describe('Maximum pause while the answer arrives'),
  totalTimeoutMs: milliseconds(24 * hour)
    .default(300_000)
    .meta({ ...ui('duration'), ...advanced })
    .describe('All attempts and the pauses between them'),
  retry: z
    .strictObject({
      maxRetries: z
        .int()
        .min(0)
        .max(20)
        .default(3)
        .meta({ title: 'Retries' })
        .describe('Attempts after the first'),
      initialDelayMs: milliseconds(hour)
        .default(500)
        .meta({ title: 'First pause', ...ui('duration') })
        .describe('Doubles with each retry'),
      maxDelayMs: milliseconds(hour)
        .default(30_000)
        .meta({ title: 'Longest pause', ...ui('duration') })
        .describe('Maximum pause; `Retry-After` may ask for a longer one'),
    })
    .prefault({})
    .meta(advanced)
    .describe('After 429, 5xx, a timeout or a failed connection'),
  onError,
});

export type ApiConfig = z.output<typeof apiConfig>;

/** Methods whose body is sent (spec 1.1). */
export const methodsWithBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
