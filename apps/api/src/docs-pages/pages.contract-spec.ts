/** `/docs` and `/docs/events` as they are answered; test/pages.e2e-spec.ts opens them. */
import { describe, expect, it } from '@jest/globals';
import { topicCatalogue } from '@libs/contracts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OpenApiDocument } from '../openapi/document.js';
import { documented } from '../testing/documented-routes.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer } from '../testing/test-api.js';

/** No other value on the page. */
const ledgerPartitions = 97;

const api = openTestApi({ env: { FLOWLEDGER_LEDGER_PARTITIONS: String(ledgerPartitions) } });

const get = <Of = unknown>(
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Of>> => api.request<Of>('GET', path, { headers });

/** The directives of the policy, by name. */
function policyOf({ headers }: Answer<unknown>): ReadonlyMap<string, string> {
  const policy = headers['content-security-policy'];
  if (typeof policy !== 'string') throw new Error(`There is not one policy: ${String(policy)}`);
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

const nonceOf = (answer: Answer<unknown>): string =>
  /^'nonce-([\w-]{22})'$/.exec(policyOf(answer).get('script-src') ?? '')?.[1] ?? 'none';

const scriptOf = ({ body }: Answer<unknown>): string =>
  /<script src="(\/docs\/assets\/reference\.[0-9a-f]{16}\.js)"/.exec(String(body))?.[1] ?? 'none';

/** Everything that a browser would load or follow. */
const addressesOf = ({ body }: Answer<unknown>): string[] =>
  [...String(body).matchAll(/\s(?:src|href|action|srcset|data|poster)="([^"]*)"/g)].map(
    ([, address = '']) => address,
  );

describe('the content security policy of /docs', () => {
  it('allows one script by a nonce that changes with each response', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/docs')));
    expect(new Set(answers.map(nonceOf)).size).toBe(20);
    for (const answer of answers) {
      const scripts = [...String(answer.body).matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
      expect(scripts).toEqual([`<script src="${scriptOf(answer)}" nonce="${nonceOf(answer)}">`]);
    }
  });

  it('otherwise allows only inline styles, inline images and same-origin requests', async () => {
    const answer = await get('/docs');
    expect(Object.fromEntries(policyOf(answer))).toEqual({
      'default-src': "'none'",
      'script-src': `'nonce-${nonceOf(answer)}'`,
      'style-src': "'unsafe-inline'",
      'connect-src': "'self'",
      'img-src': 'data: blob:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
  });
});

describe('the content security policy of /docs/events', () => {
  it('allows no script and no request', async () => {
    expect(Object.fromEntries(policyOf(await get('/docs/events')))).toEqual({
      'default-src': "'none'",
      'script-src': "'none'",
      'style-src': "'unsafe-inline'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
  });
});

describe('every other response', () => {
  it('keeps the policy of the api, without a nonce', async () => {
    const usual = (await get('/nowhere')).headers['content-security-policy'];
    expect(usual).not.toMatch(/nonce-/);
    for (const path of ['/docs/assets/none.js', '/openapi.json', '/asyncapi.json', '/docs/x'])
      expect([path, (await get(path)).headers['content-security-policy']]).toEqual([path, usual]);
  });
});

describe('the pages', () => {
  it('name every operation, even without scripts', async () => {
    const { body } = await get('/docs');
    const { body: document } = await get<OpenApiDocument>('/openapi.json');
    for (const { method, path } of documented(document))
      expect(body).toContain(`<code>${method} ${path}</code>`);
    expect(body).toContain('/api/v1/logs/tail');
    expect(body).toContain('<title>Flowledger API</title>');
  });

  it('name every topic with the configured number of partitions', async () => {
    const { body } = await get('/docs/events');
    expect(body).toContain('<title>Flowledger events</title>');
    for (const { name } of topicCatalogue)
      expect(body).toContain(`<span class="font-mono text-base">${name}</span>`);
    const ledger = topicCatalogue.filter(({ partitions }) => partitions === 'ledger');
    const shown = String(body).split(`&quot;${ledgerPartitions}&quot;`).length - 1;
    expect(shown).toBe(ledger.length);
    expect(body).not.toMatch(/<script|<link|@import|url\(|\son\w+=/);
  });

  it('load nothing from other origins and link only to IANA media types', async () => {
    const [docs, events] = await Promise.all([get('/docs'), get('/docs/events')]);
    for (const address of [...addressesOf(docs), ...addressesOf(events)])
      expect(address).toMatch(
        /^(\/(?!\/)|#)|^https:\/\/www\.iana\.org\/assignments\/media-types\//,
      );
    expect(docs.body).not.toMatch(/<link|<iframe|@import|url\(|\son\w+=/);
  });

  it.each(['/docs', '/docs/events'])('%s ignores the request query and headers', async (path) => {
    const without = (answer: Answer<unknown>): unknown =>
      String(answer.body).replaceAll(nonceOf(answer), 'NONCE');
    const usual = without(await get(path));
    const mark = 'x"><script>alert(1)</script>';
    const hostile: readonly [string, Readonly<Record<string, string>>][] = [
      [`${path}?nonce=a&url=https://evil.example&${encodeURIComponent(mark)}`, {}],
      [`${path}/`, {}],
      [path, { host: 'evil.example' }],
      [path, { 'x-forwarded-host': mark, 'x-forwarded-proto': 'javascript', forwarded: mark }],
      [path, { origin: 'https://evil.example', referer: mark, 'user-agent': mark }],
      [path, { cookie: `nonce=${mark}`, 'x-nonce': 'a', 'accept-language': mark }],
    ];
    for (const [url, headers] of hostile) {
      const answer = await get(url, headers);
      expect([url, answer.status, without(answer)]).toEqual([url, 200, usual]);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it.each(['/docs', '/docs/events'])('%s is sent with Cache-Control: no-store', async (path) => {
    const { headers } = await get(path);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const head = await api.request('HEAD', path);
    expect([head.status, head.headers['cache-control'], head.body]).toEqual([200, 'no-store', '']);
  });
});

/** The bytes of an answer, which `api.request` would read as text. */
async function bytesOf(url: string, encoding: string): Promise<readonly [unknown, Buffer]> {
  const headers = { 'accept-encoding': encoding };
  const answer = await api.app.inject({ method: 'GET', url, headers });
  expect(answer.headers.vary).toBe('accept-encoding');
  return [answer.headers['content-encoding'], answer.rawPayload];
}

describe('the static content', () => {
  it('is immutable for the script, under a hashed name', async () => {
    const answer = await get(scriptOf(await get('/docs')));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(answer.body).not.toContain('sourceMappingURL=');
  });

  it.each(['/docs', '/docs/events'])('is sent compressed for %s', async (path) => {
    const url = path === '/docs' ? scriptOf(await get(path)) : path;
    const [none, whole] = await bytesOf(url, 'identity');
    expect(none).toBeUndefined();
    const [br, small] = await bytesOf(url, 'gzip, deflate, br');
    expect([br, brotliDecompressSync(small).equals(whole)]).toEqual(['br', true]);
    expect(small.length * 4).toBeLessThan(whole.length);
    const [gzip, zipped] = await bytesOf(url, 'gzip');
    expect([gzip, gunzipSync(zipped).equals(whole)]).toEqual(['gzip', true]);
  });

  it.each([
    'key',
    'events.html',
    'reference.0123456789abcdef.js',
    '..%2fkey',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    '..%5ckey',
    'reference.js%00',
    'constructor',
  ])('answers 404 without Cache-Control for %s', async (name) => {
    const { status, body, headers } = await get<{ code: string }>(`/docs/assets/${name}`);
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    expect(headers['cache-control']).toBeUndefined();
  });
});
