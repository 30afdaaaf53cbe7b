/** Secrets that name their hosts, in an agent and its tools. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Receiver, type Reply, startReceiver } from '../../../../test/support/receiver.js';
import { completion, json, toolRequest } from '../../../../test/support/model-answers.js';
import { type BlockRun, runBlock } from '../testing/run-block.js';

let models: Reply[];
let model: Receiver;
let shop: Receiver;
beforeEach(async () => {
  models = [];
  model = await startReceiver(() => models.shift() ?? json(500, {}));
  shop = await startReceiver(() => json(200, { left: 3 }));
});
afterEach(() => Promise.all([model.close(), shop.close()]));

const hostOf = ({ url }: Receiver): string => new URL(url).host;

const ask = (secretHosts: Readonly<Record<string, readonly string[]>>): Promise<BlockRun> =>
  runBlock(
    'agent',
    {
      ...{ baseUrl: `${model.url}/v1`, apiKey: '{{KEY}}', model: 'small' },
      userPrompt: 'How many are left?',
      tools: [{ block: 'Stock', description: 'Counts what is left' }],
      retry: { maxRetries: 0 },
    },
    {
      ...{ secrets: { KEY: 'k3y', SHOP: 's3cret' }, secretHosts },
      others: {
        Stock: {
          type: 'api',
          config: {
            url: '<tool.base>/v1/stock',
            headers: [{ key: 'authorization', value: 'Bearer {{SHOP}}' }],
          },
        },
      },
    },
  );
const wantsTool = (base: string): Reply => toolRequest(['Stock', JSON.stringify({ base })]);

describe('a secret that names its hosts', () => {
  it('can be the key of an agent whose model is at one of them', async () => {
    models = [completion('Three.')];
    const run = await ask({ KEY: [hostOf(model)] });
    expect(run.output).toMatchObject({ content: 'Three.', error: null });
    expect(model.requests[0]?.headers['authorization']).toBe('Bearer k3y');
  });

  it('is not sent to a model at another host, which is not called', async () => {
    models = [completion('Three.')];
    const run = await ask({ KEY: ['models.example'] });
    expect(run.error).toMatchObject({ code: 'SECRET_HOST_DENIED' });
    expect(run.error?.message).toContain(`not to ${hostOf(model)}`);
    expect([model.requests, run.failedAttempts]).toEqual([[], []]);
  });

  it('does not restrict the tools of the agent, whose own secrets go to their hosts only', async () => {
    models = [wantsTool(shop.url), completion('Three.')];
    const hosts = { KEY: [hostOf(model)], SHOP: [hostOf(shop)] };
    expect((await ask(hosts)).output).toMatchObject({
      toolCalls: [{ status: 200, error: null }],
    });
    models = [wantsTool(model.url), completion('I can not tell.')];
    const asked = model.requests.length;
    expect((await ask(hosts)).output).toMatchObject({
      toolCalls: [{ status: null, error: { code: 'SECRET_HOST_DENIED' } }],
    });
    expect(model.requests.slice(asked).map(({ path }) => path)).toEqual([
      '/v1/chat/completions',
      '/v1/chat/completions',
    ]);
  });
});
