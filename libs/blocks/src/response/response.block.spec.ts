import { describe, expect, it } from '@jest/globals';
import { runBlock } from '../testing/run-block.js';

describe('the response block', () => {
  it('resolves references in status, headers and body and keeps their types', async () => {
    const config = {
      status: '<call.status>',
      headers: [{ key: 'X-Order', value: 'no. <call.id>' }],
      body: { order: '<call.id>', all: '<call>', text: 'it is <call.id>' },
    };
    const call = { status: 201, id: 7 };
    const run = await runBlock('response', config, { outputs: { call } });
    expect(run.output).toEqual({
      status: 201,
      headers: [{ key: 'X-Order', value: 'no. 7' }],
      body: { order: 7, all: call, text: 'it is 7' },
    });
  });

  it('answers 200 without a body by default, and text as text', async () => {
    expect((await runBlock('response', {})).output).toEqual({
      status: 200,
      headers: [],
      body: null,
    });
    const text = { headers: [{ key: 'content-type', value: 'text/plain' }], body: 'Hi' };
    expect((await runBlock('response', text)).output).toMatchObject({ body: 'Hi' });
  });

  it('joins lines in header values, and refuses invalid statuses and names', async () => {
    const headers = [{ key: 'X-A', value: '<call.a>' }];
    const split = await runBlock(
      'response',
      { headers },
      { outputs: { call: { a: 'b\r\nc: d' } } },
    );
    expect(split.output).toMatchObject({ headers: [{ key: 'X-A', value: 'b c: d' }] });
    const status = '<call.a>';
    const run = await runBlock('response', { status }, { outputs: { call: { a: 'teapot' } } });
    expect(run.error).toMatchObject({ code: 'INVALID_STATUS' });
    await expect(runBlock('response', { headers: [{ key: 'a b', value: '1' }] })).rejects.toThrow();
  });

  it('fails with INVALID_HEADER and names a header that HTTP cannot carry', async () => {
    const valueOf = (a: string) =>
      runBlock(
        'response',
        { headers: [{ key: 'location', value: 'https://x/<call.a>' }] },
        {
          outputs: { call: { a } },
        },
      );
    for (const a of ['🌍', '\u0001', '☃', '\ud800', 'x'.repeat(16_384)])
      expect((await valueOf(a)).error).toMatchObject({
        code: 'INVALID_HEADER',
        message: expect.stringContaining('The header "location" '),
      });
    expect((await valueOf('é')).error).toBeNull();
  });

  it('passes on a header that is refused only on save', async () => {
    const headers = [{ key: 'trailer', value: '🌍' }];
    expect((await runBlock('response', { headers })).output).toMatchObject({ headers });
  });

  it('marks a file body for the edge and lets the author set its content type', async () => {
    const body = { name: 'a.png', contentType: 'image/png', base64: 'AAEC' };
    const marked = async (config: object) =>
      (await runBlock('response', { bodyType: 'file', body, ...config })).output;
    expect(await marked({})).toEqual({
      status: 200,
      headers: [{ key: 'content-type', value: 'image/png', bodyType: 'file' }],
      body,
    });
    const headers = [{ key: 'Content-Type', value: 'image/webp' }];
    expect(await marked({ headers })).toMatchObject({
      headers: [{ key: 'Content-Type', value: 'image/webp', bodyType: 'file' }],
    });
    expect(await marked({ body: { base64: '', contentType: 'x\r\ny' } })).toMatchObject({
      headers: [{ value: 'application/octet-stream' }],
    });
  });

  it.each([
    ['no object', 'AAEC', /must be \{ base64, contentType \}/],
    ['null', null, /must be/],
    ['no base64', { base64: 'a🌍' }, /"base64" of the body is not valid base64/],
    ['half a byte', { base64: 'AAECA' }, /not valid base64/],
    ['padding inside', { base64: 'AA==AA' }, /not valid base64/],
  ])('fails with INVALID_BODY for a file body: %s', async (_, body, message) => {
    const run = await runBlock('response', { bodyType: 'file', body });
    expect(run.error).toMatchObject({
      code: 'INVALID_BODY',
      message: expect.stringMatching(message),
    });
  });

  it('accepts URL-safe, unpadded and multi-line base64', async () => {
    for (const base64 of ['_-8', '_-8=', 'AA\r\nEC\n', ''])
      expect((await runBlock('response', { bodyType: 'file', body: { base64 } })).error).toBeNull();
  });
});
