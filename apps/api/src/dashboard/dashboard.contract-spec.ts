/** The pages of the dashboard as they are answered; its journeys open them. */
import { describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer } from '../testing/test-api.js';

const api = openTestApi();

const get = <Of = unknown>(
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Of>> => api.request<Of>('GET', path, { headers });

const nonceOf = ({ headers }: Answer<unknown>): string =>
  /script-src 'nonce-([\w-]{22})' 'strict-dynamic';/.exec(
    String(headers['content-security-policy']),
  )?.[1] ?? 'none';

const assetsOf = ({ body }: Answer<unknown>): string[] =>
  [...String(body).matchAll(/\s(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

describe('a page of the dashboard', () => {
  it.each(['/', '/sign-in', '/w/any/executions?status=error', '/w/any/settings/keys'])(
    'at %s allows its own scripts by a nonce of this answer',
    async (path) => {
      const [first, second] = await Promise.all([get(path), get(path)]);
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(nonceOf(first)).not.toBe(nonceOf(second));
      const tags = [...String(first.body).matchAll(/<(?:script|link rel="[ms])[^>]*>/g)];
      expect(tags.length).toBeGreaterThan(1);
      for (const [tag] of tags) expect(tag).toContain(`nonce="${nonceOf(first)}"`);
      expect(String(first.body)).not.toContain('__NONCE__');
    },
  );

  it('loads the code of its page beside the entry script', async () => {
    const [list, keys] = await Promise.all(
      ['/w/any/executions?status=error', '/w/any/settings/keys'].map(async (path) =>
        String((await get(path)).body),
      ),
    );
    expect(list).toContain('executions-page');
    expect(list).not.toContain('keys-page');
    expect(keys).toContain('keys-page');
  });

  it('allows nothing else', async () => {
    const answer = await get('/');
    const nonce = nonceOf(answer);
    expect(String(answer.headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      ...["connect-src 'self'", "img-src 'self' data:", "font-src 'self'", "worker-src 'self'"],
      ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
    ]);
  });

  it('says at an unknown address that there is none, with a policy like that of any page', async () => {
    const answer = await get('/unknown?x=1', { accept: 'text/html,*/*' });
    expect([answer.status, answer.headers['content-type']]).toEqual([
      ...[404, 'text/html; charset=utf-8'],
    ]);
    expect(nonceOf(answer)).not.toBe('none');
    const { status, headers } = await get('/unknown');
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it.each(['/api/v1/unknown', '/api/unknown', '/v1/unknown', '/api', '/API/unknown'])(
    'is never the answer of %s',
    async (path) => {
      const { status, headers } = await get(path, { accept: 'text/html' });
      expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    },
  );
});

describe('a file of the dashboard', () => {
  it('is kept for ever, and is sent compressed to who takes it', async () => {
    const paths = assetsOf(await get('/'));
    // Fonts are compressed already.
    for (const path of paths.filter((one) => !one.endsWith('.woff2'))) {
      const [plain, br, gzip] = await Promise.all(
        ['identity', 'br', 'gzip'].map((accepted) => get(path, { 'accept-encoding': accepted })),
      );
      expect(plain!.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect([br!.headers['content-encoding'], gzip!.headers['content-encoding']]).toEqual([
        ...['br', 'gzip'],
      ]);
    }
  });

  it('says what protects a file, without what protects a page', async () => {
    const [script = ''] = assetsOf(await get('/')).filter((path) => path.endsWith('.js'));
    const { headers } = await get(script);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
    expect(Object.keys(headers).filter((name) => /opener|frame|xss|referrer/.test(name))).toEqual(
      [],
    );
  });

  it('may ask this service for data where it is a worker, and nothing where it is not', async () => {
    const [script = ''] = assetsOf(await get('/')).filter((path) => path.endsWith('.js'));
    const folder = new URL('../../../../dist/dashboard/assets/', import.meta.url);
    const workers = (await readdir(folder)).filter((name) => /\.worker-[\w-]+\.js$/.test(name));
    expect(workers.length).toBeGreaterThan(0);
    for (const [path, sources] of [
      [script, null],
      ...workers.map((name) => [`/assets/${name}`, "'self'"] as const),
    ] as const) {
      const policy = String((await get(path)).headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'/);
      expect(/connect-src ([^;]+)/.exec(policy)?.[1] ?? null).toBe(sources);
    }
  });

  it.each(['/assets/unknown.js', '/assets/..%2Findex.html', '/assets/key', '/assets/__proto__'])(
    'does not exist at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
