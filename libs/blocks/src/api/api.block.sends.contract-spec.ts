/**
 * Requests that the HTTP request block sends, against real servers on the loopback. Each known
 * fault of the reference product is covered here.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { answering, call, serve, stopServers } from './testing/servers.js';

afterEach(stopServers);

describe('the api block (requests)', () => {
  it('encodes nested form values in brackets and lists as repeated keys', async () => {
    const { url, calls } = await serve(answering('{}'));
    const body = { name: 'A & B', tags: ['x', 'y'], to: { city: 'Köln', lines: [{ n: 1 }] } };
    await call({ method: 'POST', url, body, bodyType: 'form' });
    expect(calls[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(calls[0]?.body.toString())]).toEqual([
      ['name', 'A & B'],
      ['tags', 'x'],
      ['tags', 'y'],
      ['to[city]', 'Köln'],
      ['to[lines][0][n]', '1'],
    ]);
  });

  it('encodes a form when only the content type header asks for it', async () => {
    const { url, calls } = await serve(answering('{}'));
    const headers = [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }];
    await call({ method: 'POST', url, headers, body: { a: { b: 1 } } });
    expect(calls[0]?.body.toString()).toBe('a%5Bb%5D=1');
  });

  it('sends a file from another block as multipart, byte for byte', async () => {
    const { url, calls } = await serve(answering('{}'));
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45]);
    const run = await call(
      {
        method: 'POST',
        url,
        bodyType: 'multipart',
        headers: [{ key: 'content-type', value: 'multipart/form-data' }],
        body: {
          title: 'a "quoted" <fetch.status>',
          file: '<fetch.data>',
          named: { name: 'ü.txt', contentType: 'text/plain', base64: 'aGk=' },
        },
      },
      {
        outputs: {
          fetch: {
            status: 7,
            data: { base64: bytes.toString('base64'), contentType: 'image/png', sizeBytes: 6 },
          },
        },
      },
    );
    const sent = calls[0];
    const parsed = new Response(sent?.body, {
      headers: { 'content-type': String(sent?.headers['content-type']) },
    });
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- a small body of our own, parsed by somebody else's code
    const form = await parsed.formData();
    expect(form.get('title')).toBe('a "quoted" 7');
    const file = form.get('file') as File;
    expect([file.type, Buffer.from(await file.arrayBuffer())]).toEqual(['image/png', bytes]);
    const named = form.get('named') as File;
    expect([named.name, await named.text()]).toEqual(['ü.txt', 'hi']);
    expect(run.input).toMatchObject({
      body: [{ key: 'title' }, { key: 'file', sizeBytes: 6 }, { key: 'named', name: 'ü.txt' }],
    });
  });

  it('sends text unchanged, and JSON with its types', async () => {
    const { url, calls } = await serve(answering('{}'));
    await call({ method: 'PUT', url, bodyType: 'text', body: '{not json' });
    await call(
      {
        method: 'POST',
        url,
        query: [
          { key: 'id', value: '<in.ids>' },
          { key: 'id', value: 3 },
        ],
        body: { n: '<in.n>', all: '<in.ids>', text: 'n=<in.n>', html: '<b>a < b</b>' },
      },
      { outputs: { in: { n: 5, ids: [1, 2] } } },
    );
    expect(calls[0]?.body.toString()).toBe('{not json');
    expect(calls[0]?.headers['content-type']).toMatch(/^text\/plain/);
    expect(calls[1]?.url).toBe('/?id=1&id=2&id=3');
    expect(JSON.parse(String(calls[1]?.body))).toEqual({
      n: 5,
      all: [1, 2],
      text: 'n=5',
      html: '<b>a < b</b>',
    });
  });

  it('sends the same Idempotency-Key and bytes with every attempt', async () => {
    const { url, calls } = await serve((response, _, index) =>
      response.writeHead(index < 2 ? 503 : 200).end(),
    );
    const run = await call({ method: 'POST', url, bodyType: 'multipart', body: { a: 1 } });
    expect(run.attempts).toBe(3);
    expect(run.failedAttempts.map(({ status }) => status)).toEqual([503, 503]);
    expect(new Set(calls.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set(['execution:block:']),
    );
    expect(new Set(calls.map(({ body }) => body.toString())).size).toBe(1);
  });
});
