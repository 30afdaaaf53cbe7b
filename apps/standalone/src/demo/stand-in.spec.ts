import { describe, expect, it } from '@jest/globals';
import { createStandIn } from './stand-in.js';

const silent = (): void => undefined;
const completions = '/model/v1/chat/completions';

describe('the stand-in of the examples', () => {
  it('answers as a shop, a bank and an import job', () => {
    const standIn = createStandIn(silent);
    expect(standIn.answer('GET', '/shop/orders/7', '')).toMatchObject({ body: { id: '7' } });
    expect(standIn.answer('GET', '/shop/orders?until=x', '').body).toHaveLength(2);
    expect(standIn.answer('POST', '/shop/reservations', '{"count":101}').body).toEqual({
      reserved: false,
    });
    const { id } = standIn.answer('POST', '/import/jobs', '{}').body as { id: string };
    const states = [1, 2, 3].map(
      () => (standIn.answer('GET', `/import/jobs/${id}`, '').body as { state: string }).state,
    );
    expect(states).toEqual(['running', 'done', 'done']);
  });

  it('keeps the latest chat messages and says each once, without control characters', () => {
    const said: string[] = [];
    const standIn = createStandIn((line) => said.push(line));
    for (let count = 1; count <= 25; count += 1)
      standIn.answer('POST', '/chat', JSON.stringify({ text: `\u001b[2J\u202e${count}` }));
    const { messages } = standIn.answer('GET', '/chat', '').body as { messages: object[] };
    expect([messages.length, messages[0]]).toEqual([20, { text: '\u001b[2J\u202e6' }]);
    expect(said).toHaveLength(25);
    expect(said[0]).toBe('chat: {"text":"\\u001b[2J\\u202e1"}');
  });

  it('calls the first tool with the number of the question, then answers with what it gave', () => {
    const standIn = createStandIn(silent);
    const parameters = { type: 'object', properties: { orderId: { type: 'string' } } };
    const tools = [{ type: 'function', function: { name: 'Find_order', parameters } }];
    const question = { role: 'user', content: 'Where is my order 7?' };
    const ask = (messages: object[]): unknown =>
      standIn.answer('POST', completions, JSON.stringify({ tools, messages })).body;
    expect(ask([question])).toMatchObject({
      choices: [
        {
          message: {
            tool_calls: [{ function: { name: 'Find_order', arguments: '{"orderId":"7"}' } }],
          },
        },
      ],
    });
    expect(ask([question, { role: 'tool', content: 'shipped' }])).toMatchObject({
      choices: [{ message: { content: 'The stand-in found shipped' } }],
    });
  });

  it.each([
    ['GET', '/nowhere', ''],
    ['GET', '/__proto__', ''],
    ['POST', '/constructor/prototype', '{}'],
  ])('answers 404 to %s %s', (method, path, body) => {
    expect(createStandIn(silent).answer(method, path, body).status).toBe(404);
  });

  it.each(['', 'null', '[]', '{"messages":5,"tools":[null]}', '"text"'])(
    'answers a model request with the body %s',
    (body) => {
      expect(createStandIn(silent).answer('POST', completions, body).status).toBe(200);
    },
  );
});
