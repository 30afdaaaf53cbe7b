/** A model's endpoint may be the author's own, so what it answers is bounded. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  answer,
  type Receiver,
  type Reply,
  startReceiver,
} from '../../../../test/support/receiver.js';
import { completion, json, toolRequest } from '../../../../test/support/model-answers.js';
import { type BlockRun, type BlockRunOptions, runBlock } from '../testing/run-block.js';

let replies: Reply[];
let model: Receiver;
let shop: Receiver;
beforeEach(async () => {
  replies = [];
  model = await startReceiver(() => replies.shift() ?? json(500, {}));
  shop = await startReceiver(() => json(200, { left: 3 }));
});
afterEach(() => Promise.all([model.close(), shop.close()]));

const ask = (config: object = {}, options: BlockRunOptions = {}): Promise<BlockRun> =>
  runBlock(
    'agent',
    {
      ...{ baseUrl: model.url, model: 'small', userPrompt: 'Hello', retry: { maxRetries: 0 } },
      tools: [{ block: 'stock', description: 'Counts', parameters: { type: 'object' } }],
      ...config,
    },
    { others: { Stock: { type: 'api', config: { url: shop.url } } }, ...options },
  );
const events = (...texts: string[]): Reply =>
  answer(
    200,
    { 'content-type': 'text/event-stream' },
    texts.map((text) => `data: ${text}\n\n`).join(''),
  );
const manyValues = `{"choices":[${'[],'.repeat(250_000)}[]]}`;
const live: BlockRunOptions = { context: { onOutputText: () => undefined } };

describe('an answer of a model', () => {
  it('with more than 200,000 JSON values is refused before it is parsed', async () => {
    replies = [answer(200, { 'content-type': 'application/json' }, manyValues)];
    const { error, attempts } = await ask();
    expect(error).toEqual({
      code: 'RESPONSE_TOO_COMPLEX',
      message: 'The answer of the model has more than 200,000 JSON values. Ask for a shorter one',
    });
    expect(attempts).toBe(1);
  });

  it('is refused for values inside a text as well', async () => {
    replies = [completion(manyValues)];
    expect((await ask()).error?.code).toBe('RESPONSE_TOO_COMPLEX');
  });

  it('may be a stream of many events, none of them with too many values', async () => {
    const piece = JSON.stringify({
      ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'small' },
      choices: [{ index: 0, delta: { content: 'ab' }, finish_reason: null }],
    });
    const end = piece.replace('"content":"ab"', '').replace('null', '"stop"');
    replies = [events(...Array.from({ length: 20_000 }, () => piece), end, '[DONE]')];
    const { output, error } = await ask({}, live);
    expect(error).toBeNull();
    expect((output as { content: string }).content).toHaveLength(40_000);
    replies = [events(piece, manyValues)];
    expect((await ask({}, live)).error?.code).toBe('RESPONSE_TOO_COMPLEX');
  });

  it('counts as no more tokens than a record can hold, and as none without a count', async () => {
    const told = (usage: object, model = 'm'.repeat(1_000)): Reply =>
      json(200, {
        ...{ id: 'c', object: 'chat.completion', created: 1, model, usage },
        choices: [
          { index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' },
        ],
      });
    replies = [told({ prompt_tokens: 1e308, completion_tokens: -5, total_tokens: 1.5 })];
    const { output, usage } = await ask();
    const tokens = { prompt: 1e9, completion: 0, total: 1e9 };
    expect(output).toMatchObject({ tokens });
    expect(Object.entries(usage?.models ?? {})).toMatchObject([['m'.repeat(200), { tokens }]]);
    replies = [told({}, 'a\0b\ud800'), told({}, '__proto__')];
    expect(Object.keys((await ask()).usage?.models ?? {})).toEqual(['ab\ufffd']);
    expect(Object.keys((await ask()).usage?.models ?? {})).toEqual(['unnamed model']);
  });
});

describe('a conversation with a model', () => {
  it('ends before the tools are called when the model asks for more than 500', async () => {
    const calls = Array.from({ length: 501 }, () => ['Stock', '{}'] as const);
    replies = [toolRequest(...calls)];
    const { error, usage } = await ask();
    expect(error?.code).toBe('TOO_MANY_TOOL_CALLS');
    expect(usage).toBeDefined();
    expect(shop.requests).toEqual([]);
  });

  it('calls at most four tools at once', async () => {
    const open: ServerResponse[] = [];
    const counts: number[] = [];
    const server = createServer((_, response) => {
      if (open.push(response) !== 4) return;
      setImmediate(() => {
        counts.push(open.length);
        for (const waiting of open.splice(0)) waiting.end('{}');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    replies = [
      toolRequest(...Array.from({ length: 12 }, () => ['Stock', '{}'] as const)),
      completion('Done'),
    ];
    const others = { Stock: { type: 'api', config: { url: `http://127.0.0.1:${port}/` } } };
    const { output } = await ask({}, { others });
    server.close();
    expect(output).toMatchObject({ content: 'Done' });
    expect(counts).toEqual([4, 4, 4]);
  });

  it('ends before it is sent with more than four million characters', async () => {
    const call = ['Stock', JSON.stringify({ text: 'x'.repeat(2_100_000) })] as const;
    replies = [toolRequest(call), toolRequest(call), completion('never asked for')];
    const { error, output } = await ask({ maxRounds: 50 });
    expect(error?.code).toBe('CONVERSATION_TOO_LARGE');
    expect(model.requests).toHaveLength(2);
    expect((output as { toolCalls: unknown[] }).toolCalls).toHaveLength(2);
    expect((await ask({ userPrompt: 'x'.repeat(4_000_001) })).error?.code).toBe(
      'CONVERSATION_TOO_LARGE',
    );
  });
});
