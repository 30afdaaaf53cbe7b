/** The agent block against a local server that implements the providers' protocols. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  answer,
  type Receiver,
  type Reply,
  startReceiver,
} from '../../../../test/support/receiver.js';
import {
  anthropicMessage,
  completion,
  contextOverflow,
  googleContent,
  json,
  rateLimited,
  streamed,
} from '../../../../test/support/model-answers.js';
import { createSandbox } from '@libs/sandbox';
import { type BlockRun, type BlockRunOptions, runBlock } from '../testing/run-block.js';

let replies: Reply[];
let server: Receiver;
beforeEach(async () => {
  replies = [];
  server = await startReceiver(() => replies.shift() ?? json(500, {}));
});
afterEach(() => server.close());

const sandbox = createSandbox({ maxThreads: 1 });
afterAll(() => sandbox.close());

const ask = (config: object = {}, options: BlockRunOptions = {}): Promise<BlockRun> =>
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
    {
      outputs: { webhook: { body: { order: 7 } } },
      secrets: { KEY: 'k3y' },
      context: { sandbox },
      ...options,
    },
  );
const sent = (index = 0) => {
  const { path, headers, body } = server.requests[index]!;
  return { path, headers, body: JSON.parse(String(body)) };
};
const tokens = { prompt: 1000, completion: 500, total: 1500 };

describe('the agent block', () => {
  it('sends a chat completion request and returns content, tokens and cost', async () => {
    replies = [completion('A summary')];
    const run = await ask({
      systemPrompt: 'Be short',
      messages: [{ role: 'assistant', content: 'Hello' }],
      temperature: 0,
      maxTokens: 50,
      prices: { input: 2, output: 10 },
    });
    expect(sent()).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer k3y', 'idempotency-key': 'execution:block::1' },
    });
    expect(sent().body).toEqual({
      model: 'small',
      messages: [
        { role: 'system', content: 'Be short' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: '{"order":7}' },
      ],
      temperature: 0,
      max_tokens: 50,
    });
    const model = 'small-2026-01-01';
    const output = { content: 'A summary', model, tokens, finishReason: 'stop', error: null };
    expect(run.output).toEqual({ ...output, data: null, toolCalls: [] });
    expect(run.usage).toEqual({
      costUsd: 0.007,
      models: { [model]: { input: 0.002, output: 0.005, total: 0.007, tokens } },
    });
    expect(JSON.stringify(run.input)).not.toContain('k3y');
  });

  it.each([{}, { systemPrompt: 'Be short' }])(
    'fails with INVALID_PROMPT when the prompt is null: %j',
    async (config) => {
      const { error } = await ask({ ...config, userPrompt: '<webhook.none>' });
      expect(error).toMatchObject({ code: 'INVALID_PROMPT' });
      expect(server.requests).toEqual([]);
    },
  );

  it('calls OpenAI and knows its list prices', async () => {
    const model = 'gpt-4o-mini-2024-07-18';
    replies = [completion('Hi', model)];
    const run = await ask({ provider: 'openai', model: 'gpt-4o-mini', maxTokens: 9 });
    expect(sent()).toMatchObject({ path: '/v1/chat/completions', body: { model: 'gpt-4o-mini' } });
    expect(run.output).toMatchObject({ content: 'Hi', tokens });
    expect(run.usage?.models[model]).toMatchObject({ input: 0.00015, output: 0.0003 });
  });

  it('calls Anthropic', async () => {
    replies = [anthropicMessage];
    const run = await ask({
      provider: 'anthropic',
      model: 'claude-haiku-4-5',
      systemPrompt: 'Be short',
    });
    expect(sent()).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': 'k3y' } });
    expect(sent().body).toMatchObject({
      model: 'claude-haiku-4-5',
      system: [{ type: 'text', text: 'Be short' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: '{"order":7}' }] }],
    });
    expect(run.output).toMatchObject({ content: 'From Anthropic', tokens, finishReason: 'stop' });
    expect(run.usage?.costUsd).toBeCloseTo(0.0035);
  });

  it('calls Google', async () => {
    replies = [googleContent];
    const run = await ask({ provider: 'google', model: 'gemini-2.5-flash' });
    expect(sent()).toMatchObject({
      path: '/v1/models/gemini-2.5-flash:generateContent',
      headers: { 'x-goog-api-key': 'k3y' },
      body: { contents: [{ role: 'user', parts: [{ text: '{"order":7}' }] }] },
    });
    expect(run.output).toMatchObject({ content: 'From Google', tokens, finishReason: 'stop' });
    expect(run.usage?.costUsd).toBeCloseTo(0.00155);
  });

  it('never uses an API key from the environment', async () => {
    process.env['OPENAI_API_KEY'] = 'the-operators-own';
    replies = [completion('ok')];
    await ask({ apiKey: undefined }).finally(() => delete process.env['OPENAI_API_KEY']);
    expect(sent().headers.authorization).toBeUndefined();
  });

  it('requests JSON by a schema and refuses an answer that does not match', async () => {
    const properties = { n: { type: 'number' } };
    const outputSchema = { type: 'object', properties, required: ['n'] };
    replies = [completion('{"n":1}'), completion('Sure! {"n":1}'), completion('{"n":"one"}')];
    expect((await ask({ outputSchema })).output).toMatchObject({ data: { n: 1 }, error: null });
    expect(sent().body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { name: 'output', schema: outputSchema },
    });
    const wrong = await ask({ outputSchema, prices: { input: 1, output: 1 } });
    expect(wrong.error?.code).toBe('MODEL_OUTPUT_INVALID');
    // An invalid answer is still paid for and shown.
    expect(wrong.usage?.costUsd).toBeGreaterThan(0);
    expect(wrong.output).toMatchObject({ content: 'Sure! {"n":1}', data: null });
    const unfit = await ask({ outputSchema });
    expect(unfit.error?.message).toMatch(/does not match the schema: n: .*number/);
  });

  it('retries a 429 with the same idempotency key, and a reset connection', async () => {
    replies = [rateLimited('0'), completion('ok')];
    const run = await ask();
    expect(run).toMatchObject({ attempts: 2, output: { content: 'ok' } });
    expect(run.failedAttempts).toMatchObject([
      { attemptNumber: 1, status: 429, errorCode: 'MODEL_RATE_LIMITED' },
    ]);
    expect(sent(0).headers['idempotency-key']).toBe(sent(1).headers['idempotency-key']);
    replies = [{ kind: 'reset-in-body' }, completion('ok')];
    expect(await ask()).toMatchObject({ attempts: 2, output: { content: 'ok' } });
  });

  it('gives up a 429 whose Retry-After is an hour', async () => {
    replies = [rateLimited('3600')];
    const run = await ask();
    expect(run.error).toEqual({
      code: 'MODEL_RATE_LIMITED',
      message: 'Rate limit reached for small',
    });
    expect(run).toMatchObject({ attempts: 1, output: { content: null, error: { status: 429 } } });
  });

  it.each([
    ['a context overflow of OpenAI', contextOverflow, 'CONTEXT_OVERFLOW', 400],
    [
      'a context overflow of Anthropic',
      json(400, {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 9 tokens > 8 maximum',
        },
      }),
      'CONTEXT_OVERFLOW',
      400,
    ],
    [
      'a wrong key',
      json(401, { error: { message: 'Incorrect API key' } }),
      'MODEL_UNAUTHORIZED',
      401,
    ],
    ['a broken server', json(500, { error: { message: 'oops' } }), 'MODEL_FAILED', 500],
    ['a body without a completion', json(200, { hello: 1 }), 'MODEL_FAILED', 200],
    ['a body that is not JSON', answer(200, {}, '<html>'), 'MODEL_FAILED', 200],
  ])('maps %s to its error code', async (_, reply, code, status) => {
    replies = [reply, reply];
    const run = await ask();
    expect(run.error?.code).toBe(code);
    expect(run.output).toMatchObject({ content: null, error: { code, status } });
  });

  it('applies the egress policy', async () => {
    expect((await ask({ baseUrl: 'http://10.0.0.1' })).error?.code).toBe('EGRESS_DENIED');
  });
});

describe('an agent with streamed output', () => {
  const pieces: [string, number][] = [];
  const onOutputText = (piece: string, attempt: number): void => void pieces.push([piece, attempt]);
  beforeEach(() => {
    pieces.splice(0);
  });

  it('passes on each piece of text and returns the whole', async () => {
    replies = [streamed(['Once ', 'upon ', 'a time'])];
    const run = await ask({}, { context: { onOutputText } });
    expect(sent().body).toMatchObject({ stream: true });
    expect(pieces).toEqual([
      ['Once ', 1],
      ['upon ', 1],
      ['a time', 1],
    ]);
    expect(run.output).toMatchObject({ content: 'Once upon a time', tokens, finishReason: 'stop' });
  });

  it('starts again when the stream breaks off', async () => {
    replies = [streamed(['Once '], true), streamed(['Twice'])];
    const run = await ask({}, { context: { onOutputText } });
    expect(pieces).toEqual([
      ['Once ', 1],
      ['Twice', 2],
    ]);
    expect(run).toMatchObject({ attempts: 2, output: { content: 'Twice' } });
  });

  it('fails with CONTEXT_OVERFLOW as without streaming', async () => {
    replies = [contextOverflow];
    const run = await ask({}, { context: { onOutputText } });
    expect(run.error?.code).toBe('CONTEXT_OVERFLOW');
  });
});
