/**
 * The five trigger types: each is distinguishable in logs and subscriptions; a chat is streamed
 * while it is written.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { openEventStream } from './support/event-stream.js';
import { eventually } from './support/eventually.js';
import { answer, startReceiver, type Receiver } from './support/receiver.js';
import { saveAndDeploy } from './support/run-workflows.js';

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
/** Asks the model and returns its answer. */
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
});

describe('triggers', () => {
  it('are distinguished in logs and by triggerFilter', async () => {
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
      workflows.set(trigger, await saveAndDeploy(cluster, definitions[trigger]));
    const execute = (trigger: string, body: object): Promise<unknown> =>
      cluster.api.call('POST', `/api/v1/workflows/${workflows.get(trigger) ?? ''}/execute`, body);
    await Promise.all([
      execute('api', {}),
      cluster.api.trigger('told-apart', {}),
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
    // A fire is one execution, however many processes check the schedule: each has a distinct time.
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

describe('a webhook', () => {
  const urlOf = async (path: string): Promise<string> =>
    cluster.api.baseUrl + (await cluster.api.triggerPath(path));

  it('answers its configured methods, and HEAD like GET without a body', async () => {
    const body = { method: '<start.method>', q: '<start.query.q>', body: '<start.body>' };
    await saveAndDeploy(cluster, {
      blocks: [
        {
          id: 'start',
          type: 'webhook',
          name: 'Start',
          config: { path: 'methods', methods: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] },
        },
        { id: 'end', type: 'response', name: 'End', config: { status: 203, body } },
      ],
      edges: [{ from: 'start', to: 'end' }],
    });
    const url = await urlOf('methods');
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const hasBody = method.startsWith('P');
      const answered = await fetch(`${url}?q=1&q=2`, {
        method,
        ...(hasBody && { body: '{"n":1}', headers: { 'content-type': 'application/json' } }),
      });
      expect([answered.status, answered.headers.get('cache-control')]).toEqual([203, 'no-store']);
      const expected = { method, q: ['1', '2'], body: hasBody ? { n: 1 } : null };
      expect(await answered.json()).toEqual(expected);
    }
    const head = await fetch(`${url}?q=1`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([203, '']);
    const shown = JSON.stringify({ method: 'HEAD', q: '1', body: null });
    expect(head.headers.get('content-length')).toBe(String(shown.length));
    const refused = await fetch(url, { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([
      405,
      'DELETE, GET, HEAD, PATCH, PUT',
    ]);
  });

  it('accepts a form with files, forwards them unchanged, and lists them in logs', async () => {
    model.answer((_, response) =>
      response
        .writeHead(200, {
          'content-type': 'image/png',
          'content-disposition': 'attachment; filename="stamped.png"',
        })
        .end(Buffer.from([0, 255])),
    );
    const form = {
      who: '<start.body.who>',
      scan: '<start.files.scan>',
      page: '<start.files.page>',
    };
    const workflowId = await saveAndDeploy(cluster, {
      blocks: [
        { id: 'start', type: 'webhook', name: 'Start', config: { path: 'files' } },
        {
          id: 'send',
          type: 'api',
          name: 'Send',
          config: { method: 'POST', url: model.url, body: form, bodyType: 'multipart' },
        },
        {
          id: 'end',
          type: 'response',
          name: 'End',
          config: { body: { sent: '<send.status>', bytes: '<start.files.scan.sizeBytes>' } },
        },
      ],
      edges: [
        { from: 'start', to: 'send' },
        { from: 'send', to: 'end' },
      ],
    });
    const bytes = Buffer.from(Uint8Array.from({ length: 100_000 }, (_, index) => index % 256));
    const sent = new FormData();
    sent.append('who', 'ann');
    sent.append('scan', new Blob([bytes], { type: 'image/png' }), 'scan.png');
    for (const text of ['one', 'two']) sent.append('page', new Blob([text]), `${text}.txt`);
    const answered = await fetch(await urlOf('files'), { method: 'POST', body: sent });
    expect([answered.status, await answered.json()]).toEqual([200, { sent: 200, bytes: 100_000 }]);
    const forwarded = model.calls.at(-1);
    expect(forwarded?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(forwarded?.bytes.includes(bytes)).toBe(true);
    for (const part of [
      'name="who"\r\n\r\nann\r\n',
      'name="scan"; filename="scan.png"\r\ncontent-type: image/png\r\n',
      'name="page"; filename="one.txt"',
      'name="page"; filename="two.txt"',
    ])
      expect(forwarded?.body).toContain(part);

    const came = { blockId: 'start', type: 'image/png', name: 'scan.png', size: 100_000 };
    const files = [
      { ...came, path: 'files.scan' },
      { blockId: 'start', name: 'one.txt', size: 3, path: 'files.page[0]' },
      { blockId: 'start', name: 'two.txt', size: 3, path: 'files.page[1]' },
      { blockId: 'send', type: 'image/png', name: 'stamped.png', size: 2, path: 'data' },
    ];
    const page = await eventually('the log has its files', async () => {
      const query = `workspaceId=${cluster.workspaceId}&workflowIds=${workflowId}`;
      const { json } = await cluster.api.call('GET', `/api/v1/logs?${query}`);
      return json.data[0]?.endedAt == null ? undefined : json;
    });
    const [entry] = page.data as { id: string; executionId: string; files: unknown }[];
    expect(entry?.files).toMatchObject(files);
    const detail = await cluster.api.call('GET', `/api/v1/logs/${entry?.id ?? ''}`);
    expect(detail.json.data.files).toEqual(entry?.files);
    const announced = () =>
      receiver.requests
        .map(({ body }) => JSON.parse(String(body)).data as { executionId: string; files: unknown })
        .find(({ executionId }) => executionId === entry?.executionId);
    const told = await eventually('the webhook', announced, { withinMs: 60_000 });
    expect(told.files).toEqual(entry?.files);
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

  it('streams the output while the model writes it, with secrets masked', async () => {
    await cluster.api.call('PUT', `/api/v1/workspaces/${cluster.workspaceId}/secrets/MODEL`, {
      value: 'k3y-of-the-model',
    });
    const id = await saveAndDeploy(cluster, chat({ apiKey: '{{MODEL}}' }));
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
  });

  it('returns its result without a stream, and runs one idempotency key once', async () => {
    const id = await saveAndDeploy(cluster, chat({}));
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
  });
});
