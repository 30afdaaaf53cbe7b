/**
 * Loops, parallels and child runs in real processes: every iteration is visible, results are
 * collected, and a kill repeats nothing recorded.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { begin, ended, reaches, saveAndDeploy, start } from './support/run-workflows.js';

let cluster: Cluster;
let stub: CountingStub;

const patient = { withinMs: 90_000 };

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    startCluster(['api', 'runner', 'relay', 'projector']),
    startCountingStub(),
  ]);
  answerOk();
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
});

const answerOk = (): void =>
  stub.answer((call, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(call.body),
  );

const keysOf = (executionId: string): string[] =>
  stub.calls
    .filter(({ idempotencyKey }) => idempotencyKey.startsWith(executionId))
    .map(({ idempotencyKey }) => idempotencyKey.slice(executionId.length + 1));

/** A loop over the orders of the input; each iteration has a parallel over the order's lines. */
const nested = (url: string): object => ({
  blocks: [
    start,
    {
      id: 'orders',
      type: 'loop',
      name: 'Orders',
      config: { type: 'forEach', items: '<start.orders>' },
    },
    {
      id: 'lines',
      type: 'parallel',
      name: 'Lines',
      config: { items: '<loop.currentItem>', concurrency: 2 },
    },
    {
      id: 'call',
      type: 'api',
      name: 'Call',
      config: {
        method: 'POST',
        url,
        body: { order: '<loop.index>', line: '<parallel.currentItem>' },
      },
    },
    { id: 'sum', type: 'variables', name: 'Sum', config: { values: { all: '<orders.results>' } } },
  ],
  edges: [
    { from: 'start', to: 'orders' },
    { from: 'orders', port: 'each', to: 'lines' },
    { from: 'lines', port: 'each', to: 'call' },
    { from: 'orders', to: 'sum' },
  ],
});

describe('a loop that contains a parallel', () => {
  it('shows and collects every iteration, and repeats no recorded one after a kill', async () => {
    const workflowId = await saveAndDeploy(cluster, nested(`${stub.url}/line`));
    // The second order's first line hangs, so the runner dies in the middle of the loop.
    stub.answer((call, response) => {
      if (call.body === '{"order":1,"line":"c"}') return;
      response.writeHead(200, { 'content-type': 'application/json' }).end(call.body);
    });
    const executionId = await begin(cluster, workflowId, { orders: [['a', 'b'], ['c']] });
    await eventually(
      'the second order is under way',
      () => keysOf(executionId).some((key) => key === 'call:orders[1].lines[0]'),
      patient,
    );
    await cluster.apps.get('runner')?.kill('SIGKILL');
    answerOk();
    await cluster.start('runner');
    const end = await ended(cluster, executionId);
    expect(end.status).toBe('success');
    const line = (order: number, name: string): object => ({ data: { order, line: name } });
    expect(end.output).toMatchObject({
      all: [
        { iterations: 2, results: [line(0, 'a'), line(0, 'b')], errors: [] },
        { iterations: 1, results: [line(1, 'c')], errors: [] },
      ],
    });
    const keys = keysOf(executionId);
    for (const key of ['call:orders[0].lines[0]', 'call:orders[0].lines[1]'])
      expect(keys.filter((one) => one === key)).toHaveLength(1);
    const events = await cluster.api.call('GET', `/api/v1/executions/${executionId}/events`);
    expect(events.text).toMatch(/"iteration": ?"orders\[0\]\.lines\[1\]"/);
    const { json } = await cluster.api.call('GET', `/api/v1/logs/executions/${executionId}`);
    const ids = (spans: { id: string }[]): string[] => spans.map(({ id }) => id);
    const [, orders] = json.traceSpans;
    expect(ids(orders.children)).toEqual(['orders[0]', 'orders[1]']);
    expect(ids(orders.children[0].children[0].children)).toEqual([
      'orders[0].lines[0]',
      'orders[0].lines[1]',
    ]);
  }, 180_000);
});

describe('a child run', () => {
  const parentOf = (workflowId: string): object => ({
    blocks: [
      start,
      {
        id: 'child',
        type: 'workflow',
        name: 'Child',
        config: { workflowId, input: { n: '<start.n>' } },
      },
      {
        id: 'after',
        type: 'variables',
        name: 'After',
        config: { values: { got: '<child.output>', was: '<child.executionId>' } },
      },
    ],
    edges: [
      { from: 'start', to: 'child' },
      { from: 'child', to: 'after' },
    ],
  });

  it('gives its output to its parent, which is paused meanwhile', async () => {
    const childId = await saveAndDeploy(cluster, {
      blocks: [
        start,
        { id: 'pause', type: 'wait', name: 'Pause', config: { durationMs: 6_000 } },
        {
          id: 'double',
          type: 'function',
          name: 'Double',
          config: { code: 'return <start.n> * 2' },
        },
      ],
      edges: [
        { from: 'start', to: 'pause' },
        { from: 'pause', to: 'double' },
      ],
    });
    const executionId = await begin(cluster, await saveAndDeploy(cluster, parentOf(childId)), {
      n: 21,
    });
    await reaches(cluster, executionId, 'paused');
    const end = await ended(cluster, executionId);
    expect(end).toMatchObject({ status: 'success', output: { got: { result: 42 } } });
    const { was } = end.output as { was: string };
    expect((await ended(cluster, was)).status).toBe('success');
  }, 180_000);

  it('fails its block if it can not be started', async () => {
    const executionId = await begin(
      cluster,
      await saveAndDeploy(cluster, parentOf('00000000-0000-4000-8000-000000000000')),
      {},
    );
    const found = await ended(cluster, executionId);
    expect(found).toMatchObject({ status: 'error', error: { code: 'WORKFLOW_NOT_DEPLOYED' } });
  }, 120_000);
});
