/** Outputs of the HTTP request block for the answers of a server. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { answering, call, serve, stopServers } from './testing/servers.js';

afterEach(stopServers);

describe('the api block (responses)', () => {
  it('keeps a JSend body whole and does not treat it as a failure', async () => {
    const { url } = await serve(answering('{"status":"fail","data":{"a":1}}'));
    const run = await call({ url });
    expect(run.error).toBeNull();
    expect(run.output).toMatchObject({
      data: { status: 'fail', data: { a: 1 } },
      status: 200,
      error: null,
    });
  });

  it('parses any +json type and keeps repeated headers as a list', async () => {
    const { url } = await serve((response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.writeHead(200, { 'content-type': 'application/hal+json; charset=utf-8' });
      response.end('{"_links":{}}');
    });
    const { output } = await call({ url });
    expect(output.data).toEqual({ _links: {} });
    expect(output.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  });

  it('returns binary as base64 with its type, broken JSON as text, empty as null', async () => {
    const binary = await serve(answering(Buffer.from([0, 255]), 'image/png'));
    expect((await call({ url: binary.url })).output.data).toEqual({
      base64: 'AP8=',
      contentType: 'image/png',
      sizeBytes: 2,
    });
    const broken = await serve(answering('oops'));
    expect((await call({ url: broken.url })).output.data).toBe('oops');
    const empty = await serve(answering(''));
    expect((await call({ url: empty.url })).output.data).toBeNull();
  });

  it('refuses JSON that is too complex and returns the status', async () => {
    const { url } = await serve(answering(`[${'[],'.repeat(400_000)}[]]`));
    const run = await call({ url });
    expect(run).toMatchObject({ error: { code: 'RESPONSE_TOO_COMPLEX' }, tolerable: false });
    expect(run.output).toMatchObject({ data: null, status: 200 });
  });

  it('returns a 404 as a tolerable error with all four outputs', async () => {
    const { url } = await serve(answering('{"why":"gone"}', 'application/problem+json', 404));
    const run = await call({ url });
    expect(run.tolerable).toBe(true);
    expect(run.output).toMatchObject({
      data: { why: 'gone' },
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
      error: { code: 'HTTP_STATUS', attempts: 1 },
    });
  });

  it('fails with INVALID_URL on an empty URL', async () => {
    const run = await call({ url: '<in.url>' }, { outputs: { in: { url: '' } } });
    expect(run.output).toMatchObject({ status: null, error: { code: 'INVALID_URL', attempts: 0 } });
    expect(run.tolerable).toBe(false);
  });

  it('retries a refused connection and reports it after the last attempt', async () => {
    const { url } = await serve(answering('{}'));
    await stopServers();
    const run = await call({ url });
    expect(run.output.error).toMatchObject({ code: 'CONNECTION_REFUSED', attempts: 3 });
    expect(run.failedAttempts.map(({ errorCode, status }) => [errorCode, status])).toEqual([
      ['CONNECTION_REFUSED', null],
      ['CONNECTION_REFUSED', null],
    ]);
  });

  it('refuses a response that is too large after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(6 * 1024 * 1024, 'a'));
    const { url } = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    expect((await call({ url })).output.error).toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
      attempts: 1,
    });
  });
});
