/** The agent block against a local server that speaks the OpenAI protocol. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  answer,
  type Receiver,
  type Reply,
  startReceiver,
} from '../../../../test/support/receiver.js';
import { type BlockRun, runBlock } from '../testing/run-block.js';

let replies: Reply[];
let server: Receiver;
beforeEach(async () => {
  replies = [];
  server = await startReceiver(() => replies.shift() ?? answer(500));
});
afterEach(() => server.close());

const json = (status: number, body: object, headers = {}): Reply =>
  answer(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(body));
const completion = (content: string): Reply =>
  json(200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'small-2026-01',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 },
  });
const ask = (config: object = {}): Promise<BlockRun> =>
  runBlock(
    'agent',
    {
      baseUrl: `${server.url}/v1/`,
      apiKey: '{{KEY}}',
      model: 'small',
      userPrompt: '<webhook.body>',
      retry: { maxRetries: 1, initialDelayMs: 1, maxDelayMs: 1 },
      ...config,
    },
    { outputs: { webhook: { body: { order: 7 } } }, secrets: { KEY: 'k3y' } },
  );

describe('the agent block', () => {
  it('asks as the protocol wants and gives content, model, tokens and cost', async () => {
    replies = [completion('A summary')];
    const run = await ask({
      systemPrompt: 'Be short',
      messages: [{ role: 'assistant', content: 'Hello' }],
      temperature: 0,
      maxTokens: 50,
      prices: { input: 2, output: 10 },
    });
    const [sent] = server.requests;
    expect([sent?.method, sent?.path, sent?.headers['authorization']]).toEqual([
      'POST',
      '/v1/chat/completions',
      'Bearer k3y',
    ]);
    expect(JSON.parse(String(sent?.body))).toEqual({
      model: 'small',
      messages: [
        { role: 'system', content: 'Be short' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: '{"order":7}' },
      ],
      temperature: 0,
      max_tokens: 50,
    });
    const tokens = { prompt: 1000, completion: 500, total: 1500 };
    expect(run.output).toMatchObject({
      content: 'A summary',
      model: 'small-2026-01',
      tokens,
      finishReason: 'stop',
      error: null,
    });
    expect(run.usage?.costUsd).toBeCloseTo(0.007);
    expect(run.usage?.models['small-2026-01']).toMatchObject({
      input: 0.002,
      output: 0.005,
      tokens,
    });
    expect(JSON.stringify(run.input)).not.toContain('k3y');
  });

  it('parses the answer when it has an output schema, and says when that is no JSON', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'number' } } };
    replies = [completion('{"n":1}'), completion('Sure! {"n":1}')];
    expect((await ask({ outputSchema })).output).toMatchObject({ data: { n: 1 } });
    const wrong = await ask({ outputSchema, prices: { input: 1, output: 1 } });
    expect(wrong.error?.code).toBe('MODEL_OUTPUT_INVALID');
    expect(wrong.usage?.costUsd).toBeGreaterThan(0);
  });

  it('asks again after 429 and after a cut connection', async () => {
    replies = [json(429, { error: { message: 'slow' } }, { 'retry-after': '0' }), completion('ok')];
    expect(await ask()).toMatchObject({ attempts: 2, output: { content: 'ok' } });
    replies = [{ kind: 'reset-in-body' }, completion('ok')];
    expect(await ask()).toMatchObject({ attempts: 2, output: { content: 'ok' } });
  });

  it.each([
    [400, { message: 'too long', code: 'context_length_exceeded' }, 'CONTEXT_OVERFLOW'],
    [401, { message: 'Incorrect API key' }, 'MODEL_UNAUTHORIZED'],
    [429, { message: 'quota' }, 'MODEL_RATE_LIMITED'],
    [500, { message: 'oops' }, 'MODEL_FAILED'],
  ])('names a %i with %j %s', async (status, error, code) => {
    replies = [json(status, { error }), json(status, { error })];
    const run = await ask();
    expect(run.error).toEqual({ code, message: error.message });
    expect(run.output).toMatchObject({ content: null, error: { code, status } });
  });

  it('fails on an answer that is no completion, and on none', async () => {
    replies = [json(200, { hello: 1 })];
    expect((await ask()).error?.code).toBe('MODEL_FAILED');
    expect((await ask({ baseUrl: 'http://10.0.0.1' })).error?.code).toBe('EGRESS_DENIED');
  });
});
