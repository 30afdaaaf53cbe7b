/** Calls of a generated workflow, and floods that need none. */
import fc from 'fast-check';
import { text, type TextRecipe } from '../recipe.js';
import type { BodyForm, Call, Manner } from '../scenario.js';
import { boundary } from '../wire.js';
import { bodySize, oddText, periodic, wordSize } from './sizes.js';

const headerSize = fc.constantFrom(0, 1, 100, 7_000, 12_000, 14_000, 15_000, 20_000);
const header = fc.tuple(
  fc.constantFrom(
    'authorization',
    'authorization',
    'cookie',
    'x-odd',
    'x-api-key',
    'idempotency-key',
    'traceparent',
    'x-request-id',
    'x-signature',
    'proxy-authorization',
  ),
  fc.oneof<fc.Arbitrary<string | TextRecipe>[]>(
    periodic(headerSize),
    periodic(headerSize),
    oddHeader(),
  ),
);

/** A header may contain bytes above 7F, but no CR or LF. */
function oddHeader(): fc.Arbitrary<string> {
  return oddText.map((value) => value.replace(/[\r\n\0]/g, ' '));
}

const manyHeaders = fc
  .constantFrom(50, 200, 1_000)
  .map((times) => Array.from({ length: times }, (_, n) => [`x-${n}`, 'v'] as const));
const headers = fc.oneof(
  { weight: 6, arbitrary: fc.array(header, { maxLength: 3 }) },
  { weight: 1, arbitrary: manyHeaders },
);

const nested = (depth: number): TextRecipe => text(['[', depth], ['1', 1], [']', depth]);
const number = fc.constantFrom(0, -0, 1, 1e308, 5e-324, 2 ** 53, null, true, '1e1000');
const list = fc.oneof(
  fc.constantFrom<unknown>(
    [],
    [1],
    Array.from({ length: 1_000 }, () => 1),
    'no list',
  ),
  fc.constantFrom(10_000, 100_000).map((length) => Array.from({ length }, (_, n) => n % 10)),
);
const fields = fc.record({
  text: periodic(bodySize),
  word: periodic(wordSize),
  number,
  list,
  deep: fc.constantFrom<unknown>({}, { toString: 1 }, [[[[1]]]], { a: { b: {} } }),
});
const rawBody = fc.oneof(
  fc.constantFrom(10, 190, 220, 100_000).map(nested),
  fc.constantFrom(
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1},"constructor":{"prototype":1}}',
    '"\\ud800"',
    '{',
    '',
    '1e1000',
    'nul',
  ),
  fc.constantFrom(1_000, 100_000, 900_000).map((times) => text(['[', 1], ['1,', times], ['1]', 1])),
  fc.constantFrom(1_000, 100_000).map((times) => text(['{', 1], ['"a":1,', times], ['"b":1}', 1])),
);
/** Forms of 20 KB to 10 MB that repeat one piece of syntax. */
const formOf = (pieces: readonly string[]): fc.Arbitrary<TextRecipe> =>
  fc
    .tuple(fc.constantFrom(...pieces), fc.constantFrom(20_000, 1_000_000, 9_900_000))
    .map(([piece, length]) => text([piece, Math.floor(length / piece.length)]));
const formPieces = [
  '+',
  '%',
  '%41',
  '%FF',
  '%F0%9F%98%80',
  '&',
  '=',
  'a=b&',
  'a&a=&',
  'a[]=1&',
  '🌍',
];
const partHead = `--${boundary}\r\ncontent-disposition: form-data; name=`;
const multipartPieces = [
  `\r\n--${boundary}`,
  `--${boundary}\r\n\r\n\r\n`,
  `${partHead}"a"\r\n\r\nv\r\n`,
  `${partHead}"a"; filename="f"\r\n\r\nv\r\n`,
  `${partHead}"${'\\"%41'.repeat(1_000)}"\r\n\r\nv\r\n`,
  '\r\n--hostile-boundar',
  '\r',
  'a: b\r\n',
];
const rawForm = fc.oneof(
  fc.record({ form: fc.constant<BodyForm>('raw form'), body: formOf(formPieces) }),
  fc.record({ form: fc.constant<BodyForm>('raw multipart'), body: formOf(multipartPieces) }),
);
const form = fc.constantFrom<BodyForm>(
  'json',
  'json',
  'json',
  'json',
  'form',
  'multipart',
  'gzip',
  'chunked',
);
const manner = fc.constantFrom<Manner>(
  ...Array.from({ length: 8 }, () => 'plain' as const),
  'short',
  'long',
  'abort',
  'slow',
);
const query = oddText.map((value) => `?q=${encodeURIComponent(value.toWellFormed())}`);

const structured = fc
  .record({ headers, body: fields, form, manner, query })
  .map(({ query: asked, ...rest }): Call => ({
    ...rest,
    method: 'POST',
    target: { kind: 'trigger', query: asked },
  }));
const rawJson = rawBody.map((body) => ({ form: 'raw' as const, body }));
const raw = fc
  .record({ headers, sent: fc.oneof(rawJson, rawForm), query })
  .map(({ query: asked, sent, ...rest }): Call => ({
    ...rest,
    ...sent,
    method: 'POST',
    target: { kind: 'trigger', query: asked },
  }));
const executed = fc
  .record({ headers, body: fields, mode: fc.constantFrom('sync', 'async', 'stream') })
  .map(({ mode, ...rest }): Call => ({
    ...rest,
    method: 'POST',
    target: { kind: 'execute', mode },
  }));
const bodiless = fc
  .record({ headers, method: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE'), query })
  .map(({ query: asked, ...rest }): Call => ({
    ...rest,
    target: { kind: 'trigger', query: asked },
  }));

export const calls = fc.array(
  fc.oneof(
    { weight: 7, arbitrary: structured },
    { weight: 2, arbitrary: raw },
    { weight: 1, arbitrary: executed },
    { weight: 1, arbitrary: bodiless },
  ),
  { minLength: 2, maxLength: 5 },
);

/** Management calls with bodies of megabytes, as text: repeated values in one of their fields. */
const managedFields = fc.constantFrom(
  '"workflow":{"blocks":{},"variables":[',
  '"workflow":{"blocks":{},"edges":[',
  '"action":"cancel","filter":{"workflowIds":[',
  '"name":"n","events":[',
  '"name":"n","definition":{"blocks":[',
  '"data":[',
  '"unknown":[',
);
const managedValues = fc.constantFrom('1,', '{},', '[],', '"x",', '"\\u0000",', '{"a":{"b":[]}},');
const managedBody = fc
  .tuple(managedFields, managedValues, fc.constantFrom(1_000, 200_000, 1_900_000))
  .map(([field, value, times]) => {
    const closing = field.replace(/[^[{]/g, '').split('').reverse();
    const ends = closing.map((open) => (open === '[' ? ']' : '}')).join('');
    const fitting = Math.min(times, Math.floor(9_900_000 / value.length));
    return text([`{${field}`, 1], [value, fitting], [`1${ends}}`, 1]);
  });
export const managed = fc
  .record({
    body: managedBody,
    path: fc.constantFrom(
      '/api/v1/workflows',
      '/api/v1/workflows/import',
      '/api/v1/batches',
      '/api/v1/subscriptions',
      '/api/v1/api-keys',
      '/api/v1/executions/{uuid}/resume',
      '/api/v1/executions/{uuid}/rerun',
      '/api/v1/executions/{uuid}/cancel',
    ),
  })
  .map(({ body, path }): Call => ({
    ...{ body, form: 'raw', method: 'POST', headers: [] },
    target: { kind: 'path', path, withKey: true },
  }));

const floodPath = fc.constantFrom(
  '/api/webhooks/resume/{uuid}/{random}',
  '/api/webhooks/resume/{uuid}/{random}',
  '/api/webhooks/resume/{random}/x',
  '/api/webhooks/trigger/{random}',
  '/api/webhooks/trigger/{random}/orders',
  '/api/v1/executions/{uuid}',
  '/api/v1/executions/{uuid}/events',
  '/api/v1/logs/{uuid}',
  '/api/v1/logs?search={random}',
  '/{random}',
  '/metrics',
  '/openapi.json',
);
export const flood = fc
  .record({
    path: floodPath,
    withKey: fc.boolean(),
    method: fc.constantFrom('POST', 'GET', 'POST'),
    times: fc.constantFrom(50, 50, 200),
    wrongKey: fc.boolean(),
  })
  .map(({ path, withKey, method, times, wrongKey }): Call => ({
    target: { kind: 'path', path, withKey },
    method,
    headers: wrongKey ? [['x-api-key', 'fl_wrongwrongwrongwrongwrong']] : [],
    ...(method === 'POST' && { body: {} }),
    times,
  }));
