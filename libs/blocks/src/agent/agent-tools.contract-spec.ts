/** Tools of the agent block: HTTP request blocks on a local server, called for a model. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Receiver, type Reply, startReceiver } from '../../../../test/support/receiver.js';
import {
  completion,
  json,
  rateLimited,
  toolRequest,
} from '../../../../test/support/model-answers.js';
import { type BlockRun, runBlock } from '../testing/run-block.js';

let models: Reply[];
let model: Receiver;
let shop: Receiver;
let shopReplies: Reply[];
beforeEach(async () => {
  [models, shopReplies] = [[], []];
  model = await startReceiver(() => models.shift() ?? json(500, {}));
  shop = await startReceiver(() => shopReplies.shift() ?? json(200, { left: 3 }));
});
afterEach(() => Promise.all([model.close(), shop.close()]));

const parameters = { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] };
const ask = (config: object = {}): Promise<BlockRun> =>
  runBlock(
    'agent',
    {
      baseUrl: model.url,
      model: 'small',
      userPrompt: 'How many pens are left?',
      tools: [{ block: 'look up stock', description: 'Counts what is left', parameters }],
      retry: { maxRetries: 0 },
      ...config,
    },
    {
      outputs: { webhook: { body: { shop: 'north' } } },
      secrets: { SHOP: 's3cret' },
      others: {
        'Look up stock': {
          type: 'api',
          config: {
            url: `${shop.url}/:shop/:item`,
            pathParams: { shop: '<webhook.body.shop>', item: '<tool.item>' },
            headers: [{ key: 'authorization', value: 'Bearer {{SHOP}}' }],
            retry: { maxRetries: 1, initialDelayMs: 1, maxDelayMs: 1 },
          },
        },
        Note: { type: 'note', config: { text: 'x' } },
      },
    },
  );
const asked = (index: number) => JSON.parse(String(model.requests[index]?.body));

describe('tools of an agent', () => {
  it('are HTTP request blocks, and every call is recorded', async () => {
    models = [toolRequest(['Look_up_stock', '{"item":"pens"}']), completion('Three.')];
    const run = await ask();
    expect(asked(0).tools).toMatchObject([
      { function: { name: 'Look_up_stock', description: 'Counts what is left', parameters } },
    ]);
    expect(shop.requests[0]).toMatchObject({
      path: '/north/pens',
      headers: { authorization: 'Bearer s3cret', 'idempotency-key': 'execution:block::tool:1' },
    });
    expect(JSON.parse(asked(1).messages.at(-1).content)).toEqual({
      status: 200,
      data: { left: 3 },
    });
    expect(run.output).toMatchObject({
      content: 'Three.',
      tokens: { prompt: 2000, completion: 1000, total: 3000 },
      toolCalls: [
        {
          name: 'Look_up_stock',
          block: 'Look up stock',
          arguments: { item: 'pens' },
          round: 1,
          status: 200,
          result: { left: 3 },
          error: null,
        },
      ],
    });
    // Two questions are two requests, so each has its own key.
    const keys = model.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['execution:block::1', 'execution:block::2']);
  });

  it('record each failure and let the agent continue', async () => {
    models = [
      toolRequest(['Look_up_stock', '{"item":"ink"}'], ['Look_up_stock', '{"item":"ink"}']),
      toolRequest(['Made_up', '{}']),
      completion('No idea.'),
    ];
    shopReplies = [json(404, { why: 'unknown' }), { kind: 'reset' }, { kind: 'reset' }];
    const run = await ask();
    const { toolCalls } = run.output as {
      toolCalls: { status: number; error: { code: string } }[];
    };
    const codes = toolCalls.map(({ status, error }) => [status, error.code]);
    expect(codes).toHaveLength(3);
    expect(codes).toEqual(
      expect.arrayContaining([
        [404, 'HTTP_STATUS'],
        [null, 'CONNECTION_RESET'],
        [null, 'INVALID_TOOL_CALL'],
      ]),
    );
    expect(run.output).toMatchObject({ content: 'No idea.', error: null });
    expect(run.failedAttempts).toHaveLength(1);
  });

  it('end the agent with TOO_MANY_ROUNDS after "maxRounds"', async () => {
    models = Array.from({ length: 5 }, () => toolRequest(['Look_up_stock', '{"item":"pens"}']));
    const run = await ask({ maxRounds: 2 });
    expect(model.requests).toHaveLength(2);
    expect(run.error?.code).toBe('TOO_MANY_ROUNDS');
    expect((run.output as { toolCalls: unknown[] }).toolCalls).toHaveLength(2);
  });

  it('stay in output and usage when a later round fails', async () => {
    models = [toolRequest(['Look_up_stock', '{"item":"pens"}']), rateLimited('0')];
    const run = await ask({ prices: { input: 1, output: 1 } });
    expect(run.error?.code).toBe('MODEL_RATE_LIMITED');
    expect(run.output).toMatchObject({ content: null, toolCalls: [{ status: 200 }] });
    expect(run.usage?.costUsd).toBeGreaterThan(0);
  });

  it.each([
    ['Nobody', /there is no block named "Nobody"/],
    ['Note', /"Note" is not an HTTP request block/],
  ])('must be HTTP request blocks of the workflow: %s', async (block, message) => {
    await expect(ask({ tools: [{ block, description: 'x' }] })).rejects.toThrow(message);
  });
});
