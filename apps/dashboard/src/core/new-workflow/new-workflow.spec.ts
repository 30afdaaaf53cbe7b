import { describe, expect, it } from '@jest/globals';
import { readCurl } from '../curl/curl.js';
import { atPathEnding, blankWorkflow, curlWorkflow } from './new-workflow.js';

const names = { hook: 'Webhook', call: 'Call the API', answer: 'Answer' };

describe('curlWorkflow', () => {
  it('is called by a webhook, and answers what the API answered', () => {
    const { config } = readCurl(`curl https://api.example.com/orders -d '{"a":1}'`);
    expect(curlWorkflow(config!, names, 'x7')).toMatchObject({
      blocks: [
        { type: 'webhook', config: { path: 'api-example-com-x7' } },
        { type: 'api', config: { method: 'POST', url: 'https://api.example.com/orders' } },
        { type: 'response', config: { body: '<calltheapi.data>' } },
      ],
      edges: [
        { from: 'hook', to: 'call' },
        { from: 'call', to: 'answer' },
      ],
    });
  });

  it.each([
    ['http://127.0.0.1:3000/a', '127-0-0-1-3000-x7'],
    ['{{API}}/orders', 'api-orders-x7'],
    ['é', 'call-x7'],
    [`https://${'a'.repeat(80)}.example`, `${'a'.repeat(60)}-x7`],
  ])('makes a path of %s', (url, path) => {
    const { blocks } = curlWorkflow({ method: 'GET', url }, names, 'x7');
    expect(blocks[0]?.config).toEqual({ path });
  });
});

describe('blankWorkflow', () => {
  it('begins with a trigger', () => {
    expect(blankWorkflow('Webhook', 'x7').blocks).toMatchObject([
      { type: 'webhook', config: { path: 'my-workflow-x7' } },
    ]);
  });
});

describe('atPathEnding', () => {
  it('changes the path of the webhook alone', () => {
    const call = { type: 'api', config: { path: 'a', url: 'b' } };
    const blocks = [{ type: 'webhook', config: { path: 'orders', methods: ['POST'] } }, call];
    expect(atPathEnding({ blocks }, 'x7').blocks).toEqual([
      { type: 'webhook', config: { path: 'orders-x7', methods: ['POST'] } },
      call,
    ]);
  });
});
