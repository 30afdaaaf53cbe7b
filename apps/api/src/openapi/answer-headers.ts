/** Response headers of the OpenAPI document: the ones clients may rely on. */
type Json = Readonly<Record<string, unknown>>;

const header = (description: string, schema: Json, example: unknown): Json => ({
  description,
  schema,
  example,
});
const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** By name, for `components.headers`. */
export const answerHeaders: Readonly<Record<string, Json>> = {
  'X-Request-Id': header('Names the request in our logs.', text, '6f0c8a52b1d94f0e'),
  'X-RateLimit-Limit': header('Requests to the logs interface a minute.', count, 600),
  'X-RateLimit-Remaining': header('Of these, what is left of this minute.', count, 598),
  'X-RateLimit-Reset': header(
    'When the minute ends.',
    { type: 'string', format: 'date-time' },
    '2026-01-31T08:01:00.000Z',
  ),
  'Retry-After': header('Seconds until a retry makes sense.', count, 17),
  'X-Execution-Id': header('The execution.', text, '019c0d3e-4b1a-7c5e-9f3a-2b6d8e1f0a4c'),
  ETag: header('The revision, for `If-Match`.', text, '"7"'),
  Location: header(
    'Where the state of the execution is.',
    { type: 'string', format: 'uri-reference' },
    '/api/v1/executions/019c0d3e-4b1a-7c5e-9f3a-2b6d8e1f0a4c',
  ),
  'X-Search-Window': header(
    'Of a search: executions that started in it were looked at.',
    text,
    '2026-01-24T08:00:00.000Z/2026-01-31T08:00:00.000Z',
  ),
};

const named = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** @param own those of the operation */
export const headersOfSuccess = (own: readonly string[] = []): Json =>
  named(['X-Request-Id', ...own]);

/** Headers of a refusal; once the key is known, the logs interface adds the rate limit headers. */
export const headersOfRefusal = (status: number): Json =>
  named(['X-Request-Id', ...(status === 429 || status === 503 ? ['Retry-After'] : [])]);
