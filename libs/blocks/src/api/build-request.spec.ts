import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildRequest, type ResolvedConfig } from './build-request.js';

const resolved = (over: Partial<ResolvedConfig>): ResolvedConfig => ({
  method: 'GET',
  url: 'https://api.example/x',
  pathParams: {},
  query: [],
  headers: [],
  body: null,
  bodyType: null,
  isJsonTemplate: false,
  ...over,
});
const build = (over: Partial<ResolvedConfig>): ReturnType<typeof buildRequest> =>
  buildRequest(resolved(over), 'key-1');

describe('buildRequest', () => {
  it('replaces whole path segments only, and never the port', () => {
    const { url } = build({
      url: 'http://h:8080/:id/:ident/a:id',
      pathParams: { id: 'A/1', 8080: 'no' },
    });
    expect(url).toBe('http://h:8080/A%2F1/:ident/a:id');
  });

  it('encodes any path parameter into one segment', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((s) => s !== '.' && s !== '..' && s.isWellFormed()),
        (value) => {
          const path = new URL(
            build({ url: 'http://h/a/:id/z', pathParams: { id: value } }).url,
          ).pathname.split('/');
          expect(path).toHaveLength(4);
          expect(decodeURIComponent(path[2] ?? '')).toBe(value);
        },
      ),
    );
  });

  it.each(['.', '..', ''])('refuses the path parameter %j', (id) => {
    expect(() => build({ url: 'http://h/:id', pathParams: { id } })).toThrow(
      /path parameter ":id"/,
    );
  });

  it('keeps repeated, existing and listed query keys and drops null', () => {
    const query = [
      { key: 'a', value: 1 },
      { key: 'a', value: 2 },
      { key: 'tag', value: ['x', 'y z'] },
      { key: 'none', value: null },
    ];
    expect(build({ url: 'http://h/p?q=0', query }).url).toBe(
      'http://h/p?q=0&a=1&a=2&tag=x&tag=y%20z',
    );
  });

  it('sends a body with POST, PUT and PATCH only', () => {
    for (const method of ['POST', 'PUT', 'PATCH'])
      expect(build({ method, body: { a: 1 } }).body).toBe('{"a":1}');
    for (const method of ['GET', 'DELETE'])
      expect(build({ method, body: { a: 1 } }).body).toBeNull();
  });

  it('sets the content type of JSON and text unless the author did', () => {
    const typeOf = (over: Partial<ResolvedConfig>): string | undefined =>
      build({ method: 'POST', ...over }).headers.find(
        ([name]) => name.toLowerCase() === 'content-type',
      )?.[1];
    expect(typeOf({ body: { a: 1 } })).toBe('application/json');
    expect(typeOf({ body: '{"a":1}' })).toBe('application/json');
    for (const text of ['hello', '123', 'true', 'null', '"a"', '{a', '[a] b'])
      expect(typeOf({ body: text })).toBe('text/plain; charset=utf-8');
    for (const body of ['hello', '123', '{a', 5])
      expect(typeOf({ body, bodyType: 'json' })).toBe('application/json');
    expect(typeOf({ body: '{"a":1}', bodyType: 'text' })).toBe('text/plain; charset=utf-8');
    expect(typeOf({ body: 'a', headers: [{ key: 'Content-Type', value: 'text/csv' }] })).toBe(
      'text/csv',
    );
  });

  it.each([
    ['form', { list: Array.from({ length: 10_001 }, () => 'a') }],
    ['form', { a: { b: Array.from({ length: 10_001 }, () => ({ c: 1 })) } }],
    ['form', Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`f${n}`, n]))],
    ['multipart', { list: Array.from({ length: 10_001 }, () => 'a') }],
    ['multipart', Array.from({ length: 10_001 }, () => ({ key: 'a', value: 1 }))],
  ] as const)('refuses a %s with more than 10,000 fields', (bodyType, body) => {
    expect(() => build({ method: 'POST', body, bodyType })).toThrow(
      'A form may have at most 10000 fields; each item of a list is one. Send the body as JSON',
    );
  });

  it('refuses JSON text that its references have broken', () => {
    const template = { method: 'POST', isJsonTemplate: true } as const;
    expect(build({ ...template, body: '{"a":"b"}' }).body).toBe('{"a":"b"}');
    for (const bodyType of ['json', null] as const)
      expect(() => build({ ...template, bodyType, body: '{"a":"b"c"}' })).toThrow(
        'not JSON any more',
      );
    expect(build({ ...template, bodyType: 'text', body: '{"a":"b"c"}' }).body).toBe('{"a":"b"c"}');
  });

  it('sends a stable Idempotency-Key unless the author gives one', () => {
    expect(build({}).headers).toContainEqual(['idempotency-key', 'key-1']);
    const own = build({ headers: [{ key: 'Idempotency-Key', value: 'mine' }] }).headers;
    expect(own.filter(([name]) => name.toLowerCase() === 'idempotency-key')).toEqual([
      ['Idempotency-Key', 'mine'],
    ]);
  });

  it.each(['', 'ftp://h/x', 'javascript:1', '/relative', 'http://', 'http://[bad'])(
    'refuses the URL %j',
    (url) => {
      expect(() => build({ url })).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
    },
  );

  it('refuses a header value with a line break and does not repeat it', () => {
    expect(() => build({ headers: [{ key: 'X-A', value: 'secret\r\nX-B: 1' }] })).toThrow(
      'The value of the header "X-A" has characters that HTTP does not allow',
    );
  });
});
