/** The complete path that users see: five processes, real Kafka, real Postgres, a real receiver. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { createApiClient } from './support/api-client.js';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { answer, startReceiver, type Receiver, type Reply } from './support/receiver.js';
import { openEventStream } from './support/event-stream.js';
import { orderIntake, twoCalls } from './support/workflows.js';

let cluster: Cluster;
let stub: CountingStub;
let receiver: Receiver;
let replies: Reply[] = [];

const secret = 'a secret of the subscriber';

beforeAll(async () => {
  [cluster, stub, receiver] = await Promise.all([
    startCluster(undefined, { FLOWLEDGER_DELAY_SCALE: '10' }),
    startCountingStub(),
    startReceiver(() => replies.shift() ?? answer(200)),
  ]);
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
  await receiver.close();
});

async function deploy(path: string): Promise<string> {
  const { api } = cluster;
  const created = await api.call('POST', '/api/v1/workflows', {
    name: path,
    definition: orderIntake(path, stub.url),
  });
  expect(created.status).toBe(201);
  const deployed = await api.call('POST', `/api/v1/workflows/${created.json.data.id}/deploy`);
  expect(deployed.status).toBeLessThan(300);
  return created.json.data.id as string;
}

describe('the whole service', () => {
  it('spec 4.6: answers the trigger with the response block', async () => {
    await deploy('answers');
    const { status, json, headers } = await cluster.api.trigger('answers', {
      id: 'A 1',
      amount: 5,
    });
    expect(status).toBe(200);
    expect(json).toEqual({
      status: 'success',
      order: { status: 'ok' },
      echo: { id: 'A 1', amount: 5 },
    });
    expect(headers.get('x-execution-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(stub.calls.at(-1)).toMatchObject({
      method: 'POST',
      url: '/orders/A%201?source=hook',
      body: '{"order":{"id":"A 1","amount":5}}',
    });
  });

  it('spec 7.2: answers with the error response when the call fails', async () => {
    await deploy('refuses');
    stub.answer((_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"no":1}'),
    );
    const { status, json } = await cluster.api.trigger('refuses', { id: 1 });
    stub.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}'),
    );
    expect(status).toBe(502);
    expect(json).toEqual({ status: 'error', message: 'The server answered with status 404' });
    // An answer of the workflow, not a failure of the service: alerts must distinguish the two.
    const metrics = await fetch(`${cluster.apps.get('api')?.url ?? ''}/metrics`);
    expect(await metrics.text()).toMatch(
      /trigger\/:token\/:path",status="502",by="workflow"\} 1$/m,
    );
  });

  it('shows executions in the logs API by page and by id, with trace and snapshot', async () => {
    const workflowId = await deploy('logged');
    const executions: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const run = await cluster.api.trigger('logged', { id: n });
      executions.push(run.headers.get('x-execution-id') ?? '');
    }
    const query = `/api/v1/logs?workspaceId=${cluster.workspaceId}&workflowIds=${workflowId}&order=asc&limit=2`;
    const first = await eventually('three logs', async () => {
      const page = await cluster.api.call('GET', query);
      return page.json.nextCursor === undefined ? null : page;
    });
    const second = await cluster.api.call(
      'GET',
      `${query}&cursor=${encodeURIComponent(first.json.nextCursor as string)}`,
    );
    expect(
      [...first.json.data, ...second.json.data].map(
        (log: { executionId: string }) => log.executionId,
      ),
    ).toEqual(executions);
    expect(second.json.nextCursor).toBeUndefined();

    const [log] = first.json.data;
    const detail = await eventually('the detail', async () => {
      const found = await cluster.api.call('GET', `/v1/logs/${log.id}`);
      return found.status === 200 ? found : null;
    });
    expect(detail.json.data).toMatchObject({
      executionId: executions[0],
      status: 'success',
      level: 'info',
      trigger: 'webhook',
    });
    const execution = await cluster.api.call('GET', `/api/v1/logs/executions/${executions[0]}`);
    expect(execution.json.workflowState.blocks).toHaveLength(5);
    expect(execution.json.executionMetadata).toMatchObject({
      trigger: 'webhook',
      status: 'success',
    });
    expect(execution.json.traceSpans.map((span: { blockId: string }) => span.blockId)).toEqual(
      expect.arrayContaining(['call', 'check', 'yes']),
    );

    for (const page of [first, detail, execution]) {
      expect(page.json.limits).toMatchObject({
        workflowExecutionRateLimit: {
          sync: {
            limit: expect.any(Number),
            remaining: expect.any(Number),
            resetAt: expect.any(String),
          },
          async: {
            limit: expect.any(Number),
            remaining: expect.any(Number),
            resetAt: expect.any(String),
          },
        },
        usage: {
          currentPeriodCost: expect.any(Number),
          limit: expect.any(Number),
          plan: 'enterprise',
          isExceeded: false,
        },
      });
      expect(Number(page.headers.get('x-ratelimit-limit'))).toBe(600);
      expect(Number(page.headers.get('x-ratelimit-remaining'))).toBeLessThan(600);
      expect(Date.parse(page.headers.get('x-ratelimit-reset') ?? '')).toBeGreaterThan(0);
    }
  });

  it('delivers a signed webhook, and retries a 503 with the same id and bytes', async () => {
    const workflowId = await deploy('delivered');
    const subscription = await cluster.api.call(
      'POST',
      `/api/v1/workflows/${workflowId}/subscriptions`,
      {
        url: `${receiver.url}/hooks`,
        secret,
        includeFinalOutput: true,
        includeTraceSpans: true,
      },
    );
    expect(subscription.status).toBe(201);
    replies = [answer(503), answer(200)];
    const run = await cluster.api.trigger('delivered', { id: 7 });
    const executionId = run.headers.get('x-execution-id') ?? '';
    await receiver.until((requests) => requests.length === 2);
    const [first, second] = receiver.requests;
    expect(second!.body.equals(first!.body)).toBe(true);
    const deliveryId = String(first!.headers['service-delivery-id']);
    for (const request of [first!, second!]) {
      expect(request.headers).toMatchObject({
        'service-event': 'workflow.execution.completed',
        'service-delivery-id': deliveryId,
        'idempotency-key': deliveryId,
        'content-type': 'application/json',
      });
      const timestamp = String(request.headers['service-timestamp']);
      const mac = createHmac('sha256', secret)
        .update(`${timestamp}.`)
        .update(request.body)
        .digest('hex');
      expect(request.headers['service-signature']).toBe(`t=${timestamp},v1=${mac}`);
    }
    // The 5 s tier, ten times faster here: never early.
    expect(second!.receivedAt - first!.receivedAt).toBeGreaterThanOrEqual(500);
    const event = JSON.parse(first!.body.toString('utf8')) as Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any
    expect(event).toMatchObject({
      type: 'workflow.execution.completed',
      data: {
        workflowId,
        executionId,
        status: 'success',
        level: 'info',
        trigger: 'webhook',
        files: null,
        finalOutput: { status: 'success' },
      },
      links: { execution: `/v1/logs/executions/${executionId}` },
    });
    expect(event['data']).not.toHaveProperty('rateLimits');
    const linked = await cluster.api.call('GET', event['links'].log as string);
    expect(linked.json.data.executionId).toBe(executionId);
    expect(event['data'].traceSpans.length).toBeGreaterThanOrEqual(3);
    expect(event['data'].traceSpans).toEqual(linked.json.data.traceSpans);

    const delivery = await eventually('the delivery has succeeded', async () => {
      const found = await cluster.api.call('GET', `/api/v1/deliveries/${deliveryId}`);
      return found.json?.data?.state === 'succeeded' ? found.json.data : null;
    });
    expect(delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([503, 200]);
    const list = await cluster.api.call(
      'GET',
      `/api/v1/subscriptions/${subscription.json.data.id}/deliveries`,
    );
    expect(list.json.data.map(({ id }: { id: string }) => id)).toEqual([deliveryId]);
  });

  it('answers 401 without a valid API key', async () => {
    const path = `/api/v1/logs?workspaceId=${cluster.workspaceId}`;
    for (const key of [null, 'fl_wrong', `fl_${'A'.repeat(43)}`]) {
      const { status, json } = await createApiClient(cluster.api.baseUrl, key).call('GET', path);
      expect(status).toBe(401);
      expect(json.error).toEqual(expect.any(String));
    }
  });

  it('spec 5.7: never shows a credential of the trigger or of the call', async () => {
    const token = 'tok-5f2b9c1d7e';
    const { api } = cluster;
    const secretPath = `/api/v1/workspaces/${cluster.workspaceId}/secrets/ERP_TOKEN`;
    expect((await api.call('PUT', secretPath, { value: token })).status).toBeLessThan(300);
    const definition = orderIntake('secretive', stub.url);
    definition.blocks[1]!.config['headers'] = [
      { key: 'Authorization', value: 'Bearer {{ERP_TOKEN}}' },
    ];
    const created = await api.call('POST', '/api/v1/workflows', { name: 'secretive', definition });
    await api.call('POST', `/api/v1/workflows/${created.json.data.id}/deploy`);
    stub.answer((call, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ saw: call.headers.authorization })),
    );
    const authorization = 'Bearer caller-credential-1';
    const run = await api.trigger('secretive', { id: 1 }, { authorization });
    stub.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}'),
    );
    expect(stub.calls.at(-1)?.headers.authorization).toBe(`Bearer ${token}`);
    expect(run.json.order).toEqual({ saw: expect.not.stringContaining(token) });
    const executionId = run.headers.get('x-execution-id') ?? '';
    const detail = await eventually('the execution detail', async () => {
      const found = await api.call('GET', `/api/v1/logs/executions/${executionId}`);
      return found.json?.traceSpans?.length > 0 ? found : null;
    });
    expect(detail.text).not.toContain(token);
    expect(detail.text).not.toContain('caller-credential-1');
  });

  it('streams events of a running execution and continues after Last-Event-ID', async () => {
    const { api } = cluster;
    const created = await api.call('POST', '/api/v1/workflows', {
      name: 'live',
      definition: twoCalls('live', stub.url),
    });
    await api.call('POST', `/api/v1/workflows/${created.json.data.id}/deploy`);
    const release: (() => void)[] = [];
    stub.answer((call, response) => {
      const send = (): void =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
      if (call.url === '/two') release.push(send);
      else send();
    });
    const { executionId } = (await api.trigger('live', { n: 1 })).json.data;
    await eventually('the second call hangs', () => release.length === 1);
    const path = `/api/v1/executions/${executionId}/events`;
    const live = await openEventStream(`${api.baseUrl}${path}`, cluster.apiKey);
    const before = await live.next('block.started', ({ data }) => data.blockId === 'two');
    release[0]?.();
    const rest = await live.untilEnd();
    expect(rest.map(({ name }) => name)).toEqual(['block.completed', 'execution.completed']);
    expect(rest.at(-1)?.data).toMatchObject({ status: 'success' });

    const resumed = await openEventStream(`${api.baseUrl}${path}`, cluster.apiKey, before.id);
    const again = await resumed.untilEnd();
    expect(again.map(({ name }) => name)).toEqual(['block.completed', 'execution.completed']);
    expect(again[0]).toEqual(rest[0]);
    const strange = await createApiClient(api.baseUrl, null).call('GET', path);
    expect(strange.status).toBe(401);
    stub.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}'),
    );
  });
});
