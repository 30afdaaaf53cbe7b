/** The five ways in: each is told apart in logs and subscriptions; a chat is read while it is written. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { openEventStream } from './support/event-stream.js';
import { eventually } from './support/eventually.js';
import { answer, startReceiver, type Receiver } from './support/receiver.js';

const triggers = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;

let cluster: Cluster;
let receiver: Receiver;
let model: CountingStub;
const workflows = new Map<string, string>();

const logsOf = (trigger: string): string =>
  `/api/v1/logs?workspaceId=${cluster.workspaceId}&triggers=${trigger}`;

const answerBlock = { id: 'answer', type: 'response', name: 'Answer', config: { body: { n: 1 } } };
const startedBy = (type: string, config: object): object => ({
  blocks: [{ id: 'start', type, name: 'Start', config }, answerBlock],
  edges: [{ from: 'start', to: 'answer' }],
});
/** Asks the model and gives what it says. */
const chat = (apiKey: object): object => ({
  blocks: [
    { id: 'start', type: 'chat', name: 'Chat', config: {} },
    {
      id: 'agent',
      type: 'agent',
      name: 'Agent',
      config: { baseUrl: model.url, model: 'small', userPrompt: '<chat.input>', ...apiKey },
    },
    { id: 'end', type: 'response', name: 'End', config: { body: '<agent.content>' } },
  ],
  edges: [
    { from: 'start', to: 'agent' },
    { from: 'agent', to: 'end' },
  ],
});

async function deploy(name: string, definition: object): Promise<string> {
  const created = await cluster.api.call('POST', '/api/v1/workflows', { name, definition });
  expect([created.status, created.json]).toMatchObject([201, { data: { name } }]);
  const id = created.json.data.id as string;
  await cluster.api.call('POST', `/api/v1/workflows/${id}/deploy`);
  return id;
}

beforeAll(async () => {
  [cluster, receiver, model] = await Promise.all([
    startCluster(),
    startReceiver(() => answer(200)),
    startCountingStub(),
  ]);
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await receiver.close();
  await model.close();
}, 60_000);

describe('triggers', () => {
  it('are told apart in logs and by triggerFilter', async () => {
    const definitions: Record<(typeof triggers)[number], object> = {
      api: startedBy('api_trigger', {}),
      webhook: startedBy('webhook', { path: 'told-apart' }),
      schedule: startedBy('schedule', { everySeconds: 1 }),
      manual: startedBy('manual', {}),
      chat: startedBy('chat', {}),
    };
    for (const trigger of triggers) {
      const created = await cluster.api.call('POST', '/api/v1/subscriptions', {
        url: `${receiver.url}/${trigger}`,
        triggerFilter: [trigger],
      });
      expect(created.status).toBe(201);
    }
    for (const trigger of triggers)
      workflows.set(trigger, await deploy(trigger, definitions[trigger]));
    const execute = (trigger: string, body: object): Promise<unknown> =>
      cluster.api.call('POST', `/api/v1/workflows/${workflows.get(trigger) ?? ''}/execute`, body);
    await Promise.all([
      execute('api', {}),
      cluster.api.call('POST', '/api/webhooks/trigger/told-apart', {}),
      execute('manual', {}),
      execute('chat', { input: 'Hi' }),
    ]);
    const announced = (): { path: string; trigger: string }[] =>
      receiver.requests.map(({ path, body }) => ({
        path,
        trigger: JSON.parse(String(body)).data.trigger as string,
      }));
    await eventually(
      'one delivery for each trigger',
      () => new Set(announced().map(({ path }) => path)).size === triggers.length,
      { withinMs: 60_000 },
    );
    for (const { path, trigger } of announced()) expect(path).toBe(`/${trigger}`);
    for (const trigger of triggers) {
      const logged = await cluster.api.call('GET', logsOf(trigger));
      expect(logged.json.data.length).toBeGreaterThan(0);
      for (const entry of logged.json.data as { trigger: string; workflowId: string }[])
        expect(entry).toMatchObject({ trigger, workflowId: workflows.get(trigger) });
    }
    // A fire is one execution, however many processes look: each has a time of its own.
    const fires = await cluster.api.call('GET', logsOf('schedule'));
    const ids = (fires.json.data as { executionId: string }[]).map((entry) => entry.executionId);
    const times = await Promise.all(
      ids.map(async (id) => {
        const found = await cluster.api.call('GET', `/api/v1/logs/executions/${id}`);
        return found.json.traceSpans[0].output.scheduledAt as string;
      }),
    );
    expect(new Set(times).size).toBe(ids.length);
    await cluster.api.call('DELETE', `/api/v1/workflows/${workflows.get('schedule') ?? ''}`);
  }, 120_000);
});

describe('a chat', () => {
  const chunk = (delta: object, more: object = {}): string =>
    `data: ${JSON.stringify({ id: 'c', model: 'small', choices: [{ index: 0, delta, ...more }] })}\n\n`;
  let finish = (): void => undefined;
  beforeEach(() => {
    model.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ role: 'assistant', content: 'Once ' }));
      finish = () => {
        response.write(chunk({ content: 'my key is k3y-of-the' }));
        response.write(chunk({ content: '-model' }, { finish_reason: 'stop' }));
        response.end('data: [DONE]\n\n');
      };
    });
  });

  it('is read while the model still writes, by one request; secrets never show', async () => {
    await cluster.api.call('PUT', `/api/v1/workspaces/${cluster.workspaceId}/secrets/MODEL`, {
      value: 'k3y-of-the-model',
    });
    const id = await deploy('chat', chat({ apiKey: '{{MODEL}}' }));
    const url = `${cluster.api.baseUrl}/api/v1/workflows/${id}/execute`;
    const body = { input: 'Tell me', conversationId: 'c-1' };
    const stream = await openEventStream(url, cluster.apiKey, undefined, body);
    const started = await stream.next('execution.started', () => true);
    expect(started.data).toMatchObject({ trigger: 'chat', conversationId: 'c-1' });
    const first = await stream.next('block.output', () => true);
    expect(first.data).toMatchObject({ blockName: 'Agent', attemptNumber: 1, text: 'Once ' });
    finish();
    const rest = await stream.untilEnd();
    const pieces = rest.filter(({ name }) => name === 'block.output');
    expect(pieces.map(({ data }) => data.text).join('')).toBe('my key is ***');
    expect(rest.at(-1)).toMatchObject({
      name: 'execution.completed',
      data: { status: 'success', output: 'Once my key is ***' },
    });
  }, 60_000);

  it('without a reader gives its end; a repeat under one key is the same conversation', async () => {
    const id = await deploy('chat', chat({}));
    const ask = () =>
      cluster.api.call(
        'POST',
        `/api/v1/workflows/${id}/execute`,
        { input: 'Hi' },
        { 'idempotency-key': 'one' },
      );
    const calls = model.calls.length;
    const [asked] = await Promise.all([
      ask(),
      eventually('the model is asked', () => model.calls.length > calls).then(() => finish()),
    ]);
    expect(asked.json.data).toMatchObject({ status: 'success', output: expect.any(String) });
    const again = await ask();
    expect(again.json.data.conversationId).toBe(asked.json.data.conversationId);
    expect(model.calls).toHaveLength(calls + 1);
    const refused = await cluster.api.call('POST', `/api/v1/workflows/${id}/execute`, {});
    expect(refused.status).toBe(400);
  }, 60_000);
});
