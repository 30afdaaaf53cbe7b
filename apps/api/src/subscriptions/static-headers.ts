/** Static headers of a subscription. Names set by HTTP or the delivery itself are reserved. */
import { z } from 'zod';

const maxHeaders = 20;
const maxValueLength = 1_024;
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
/** Printable ASCII with inner spaces: read alike by every receiver, and without line breaks. */
const fieldValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const taken: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'te',
  'traceparent',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const takenPrefixes = ['service-', 'webhook-', 'proxy-'];

const isFree = (name: string): boolean =>
  !taken.has(name.toLowerCase()) &&
  !takenPrefixes.some((prefix) => name.toLowerCase().startsWith(prefix));

/** `{ "X-Team": "billing" }`. Write-only, as values may be tokens. Null removes all headers. */
export const staticHeaders = z
  .record(
    z
      .string()
      .regex(token, 'is not the name of a header')
      .refine(isFree, 'is a header that deliveries set themselves'),
    z.string().max(maxValueLength).regex(fieldValue, 'must be printable ASCII'),
  )
  .refine((headers) => Object.keys(headers).length <= maxHeaders, `at most ${maxHeaders} headers`)
  .refine(
    (headers) =>
      new Set(Object.keys(headers).map((name) => name.toLowerCase())).size ===
      Object.keys(headers).length,
    'names a header twice',
  );

export type StaticHeaders = z.output<typeof staticHeaders>;
