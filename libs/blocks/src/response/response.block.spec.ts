import { describe, expect, it } from '@jest/globals';
import { runBlock } from '../testing/run-block.js';

describe('response', () => {
  it('has status, headers and a body with types kept, from references', async () => {
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

  it('answers 200 with nothing when it says nothing, and text as text', async () => {
    expect((await runBlock('response', {})).output).toEqual({
      status: 200,
      headers: [],
      body: null,
    });
    const text = { headers: [{ key: 'content-type', value: 'text/plain' }], body: 'Hi' };
    expect((await runBlock('response', text)).output).toMatchObject({ body: 'Hi' });
  });

  it('can not be made to send headers of another author, and fails on a status that is none', async () => {
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
    for (const key of ['Content-Length', 'transfer-encoding', 'a b'])
      await expect(runBlock('response', { headers: [{ key, value: '1' }] })).rejects.toThrow();
  });
});
