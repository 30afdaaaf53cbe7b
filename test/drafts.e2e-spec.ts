/** Trials of drafts through all apps: the blocks that run, their logs, and webhooks. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callOf, childOf, save, saveAndDeploy, start } from './support/run-workflows.js';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';

let cluster: Cluster;
let stub: CountingStub;

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    startCluster(['api', 'runner', 'projector', 'relay', 'delivery']),
    startCountingStub(),
  ]);
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
});

beforeEach(() => {
  stub.answer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":1}'),
  );
});

const set = (id: string, values: object) => ({
  id,
  type: 'variables',
  name: id,
  config: { values },
});
const call = () => callOf(stub.url);
const edge = (from: string, to: string, port?: string) => ({ from, to, ...(port && { port }) });

async function trial(workflowId: string, body: object): Promise<Record<string, unknown>> {
  const path = `/api/v1/workflows/${workflowId}/execute`;
  const { status, json } = await cluster.api.call('POST', path, body, { 'x-draft': 'true' });
  expect([status, json]).toEqual([200, expect.anything()]);
  return json.data as Record<string, unknown>;
}

const callsOf = (executionId: unknown): number =>
  stub.calls.filter(({ idempotencyKey }) => idempotencyKey.startsWith(String(executionId))).length;

async function spansOf(executionId: unknown): Promise<Record<string, string>> {
  const path = `/v1/logs/executions/${String(executionId)}`;
  const { json } = await eventually('the log', async () => {
    const answer = await cluster.api.call('GET', path);
    return answer.status === 200 ? answer : null;
  });
  const spans = json.traceSpans as { blockId: string; status: string }[];
  return Object.fromEntries(spans.map(({ blockId, status }) => [blockId, status]));
}

describe('a trial of a draft', () => {
  it('runs a workflow that was never deployed', async () => {
    const id = await save(cluster, {
      blocks: [start, call(), set('last', { got: '<call.data.n>', input: '<start.order>' })],
      edges: [edge('start', 'call'), edge('call', 'last')],
    });
    const run = await trial(id, { input: { order: 7 } });
    expect(run).toMatchObject({ status: 'success', output: { got: 1, input: 7 } });
    expect(callsOf(run['executionId'])).toBe(1);
  });

  it('makes no call of a pinned block, and uses its output', async () => {
    const id = await save(cluster, {
      blocks: [start, call(), set('last', { got: '<call.data.n>' })],
      edges: [edge('start', 'call'), edge('call', 'last')],
    });
    const run = await trial(id, { pinned: { call: { status: 200, data: { n: 5 } } } });
    expect(run).toMatchObject({ status: 'success', output: { got: 5 } });
    expect(callsOf(run['executionId'])).toBe(0);
  });

  it('ends with the block that it runs up to', async () => {
    const id = await save(cluster, {
      blocks: [start, set('a', { x: 1 }), set('b', { y: '<a.x>' }), call()],
      edges: [edge('start', 'a'), edge('a', 'b'), edge('b', 'call')],
    });
    const run = await trial(id, { toBlockId: 'b' });
    expect(run).toMatchObject({ status: 'success', output: { y: 1 } });
    expect(callsOf(run['executionId'])).toBe(0);
  });

  it('runs one block alone with pinned outputs', async () => {
    const id = await save(cluster, {
      blocks: [start, call(), set('b', { y: '<call.data.n>', z: '<start.q>' })],
      edges: [edge('start', 'call'), edge('call', 'b')],
    });
    const pinned = { call: { data: { n: 9 } } };
    const run = await trial(id, { onlyBlockId: 'b', pinned, input: { q: 2 } });
    expect(run).toMatchObject({ status: 'success', output: { y: 9, z: 2 } });
    expect(Object.keys(await spansOf(run['executionId']))).toContain('b');
  });

  it('leaves a failed block by an error edge that leads out of the run', async () => {
    stub.answer((_, response) => response.writeHead(404).end());
    const id = await save(cluster, {
      blocks: [start, call(), set('b', { y: 1 }), set('handler', { z: 1 })],
      edges: [edge('start', 'call'), edge('call', 'b'), edge('call', 'handler', 'error')],
    });
    const run = await trial(id, { toBlockId: 'b' });
    expect(run['status']).toBe('success');
    expect(Object.keys(await spansOf(run['executionId']))).not.toContain('b');
  });

  it('runs the iterations of a loop up to a block of its body', async () => {
    const loop = { id: 'loop', type: 'loop', name: 'loop', config: { type: 'count', count: 2 } };
    const id = await save(cluster, {
      blocks: [start, loop, set('in', { i: '<loop.index>' }), call()],
      edges: [edge('start', 'loop'), edge('loop', 'in', 'each'), edge('in', 'call')],
    });
    const run = await trial(id, { toBlockId: 'in' });
    expect(run).toMatchObject({ status: 'success', output: { results: [{ i: 0 }, { i: 1 }] } });
    expect(callsOf(run['executionId'])).toBe(0);
  });
});

describe('subscriptions', () => {
  it('are told about a draft run and its children only when it asks', async () => {
    const child = await saveAndDeploy(cluster, {
      blocks: [start, set('a', { x: 1 })],
      edges: [edge('start', 'a')],
    });
    const parent = await save(cluster, {
      blocks: [start, childOf(child)],
      edges: [edge('start', 'child')],
    });
    const received: { executionId: string; draft?: boolean }[] = [];
    stub.answer(({ body }, response) => {
      received.push((JSON.parse(body) as { data: (typeof received)[number] }).data);
      response.writeHead(200).end();
    });
    const made = await cluster.api.call('POST', '/api/v1/subscriptions', {
      ...{ url: stub.url, levelFilter: ['info', 'error'] },
      triggerFilter: ['api', 'webhook', 'schedule', 'manual', 'chat'],
    });
    expect([made.status, made.json]).toEqual([201, expect.anything()]);
    await trial(parent, {});
    const asked = await trial(parent, { webhooks: true });
    await eventually('both webhooks', () => received.length >= 2 || null);
    const own = received.find(({ executionId }) => executionId === asked['executionId']);
    expect(own?.draft).toBe(true);
    expect(received).toHaveLength(2);
  });
});
