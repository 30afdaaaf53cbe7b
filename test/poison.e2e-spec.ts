/**
 * One execution kills every runner that runs it: it is identified and ended, and all others finish.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { startApp, type RunningApp } from './support/processes.js';
import { twoCalls } from './support/workflows.js';

let cluster: Cluster;
let stub: CountingStub;

const poisonWord = 'exhaust the heap';
const shouts = {
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'shouts' } },
    {
      id: 'check',
      type: 'condition',
      name: 'Check',
      config: {
        conditions: [
          { port: 'quiet', expression: '<webhook.body.word>.toUpperCase() == "QUIET"' },
          { port: 'else' },
        ],
      },
    },
  ],
  edges: [{ from: 'hook', to: 'check' }],
};

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    startCluster(['api', 'runner', 'relay', 'projector'], {
      FLOWLEDGER_SESSION_TIMEOUT_MS: '300000',
    }),
    startCountingStub(),
  ]);
  for (const definition of [twoCalls('two-calls', stub.url), shouts]) {
    const created = await cluster.api.call('POST', '/api/v1/workflows', { name: 'w', definition });
    expect(created.status).toBe(201);
    await cluster.api.call('POST', `/api/v1/workflows/${created.json.data.id}/deploy`);
  }
  // The supervised runner replaces it.
  await cluster.apps.get('runner')?.kill('SIGTERM');
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
});

/** Restarts the runner whenever it ends, like any supervisor. */
function supervise(): { deaths(): number; outputs(): string; stop(): Promise<void> } {
  const ended: RunningApp[] = [];
  let current: RunningApp | undefined;
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      const poison = join(import.meta.dirname, 'support/poison-word.mjs');
      const options = `--import=${poison} --max-old-space-size=160`;
      const environment = { ...cluster.environment, NODE_OPTIONS: options };
      current = await startApp('runner', environment, { waitUntilReady: false });
      await current.exited;
      ended.push(current);
    }
  };
  const running = run();
  return {
    deaths: () => ended.length,
    outputs: () => [...ended, current].map((app) => app?.output() ?? '').join('\n'),
    stop: async () => {
      isOver = true;
      await current?.kill('SIGTERM');
      await running;
    },
  };
}

async function trigger(path: string, body: object): Promise<string> {
  const { status, json } = await cluster.api.trigger(path, body);
  expect([200, 202]).toContain(status);
  return json.data.executionId as string;
}

async function endOf(executionId: string): Promise<{ status: string; error: { code: string } }> {
  return eventually(
    `the end of ${executionId}`,
    async () => {
      const found = await cluster.api.call('GET', `/api/v1/executions/${executionId}`);
      return found.json?.data?.endedAt == null ? null : found.json.data;
    },
    { withinMs: 300_000 },
  );
}

describe('an execution that crashes its runner', () => {
  it('is quarantined after two crashes alone, and all other executions finish', async () => {
    stub.answer((call, response) => {
      if (call.url === '/one')
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":1}');
    });
    const runner = supervise();
    try {
      const beside = await Promise.all([1, 2, 3, 4, 5].map((n) => trigger('two-calls', { n })));
      await eventually('they hang in their second call', () => stub.open === beside.length);
      stub.answer((_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":1}'),
      );
      const poison = await trigger('shouts', { word: poisonWord });
      const after = await Promise.all([1, 2, 3].map(() => trigger('shouts', { word: 'quiet' })));
      for (const id of [...beside, ...after])
        expect(await endOf(id)).toMatchObject({ status: 'success' });
      expect(await endOf(poison)).toMatchObject({
        status: 'error',
        error: { code: 'QUARANTINED' },
      });
      expect(runner.deaths()).toBe(3);
      expect(runner.outputs()).toMatch(/EXECUTION_QUARANTINED/);
    } catch (error) {
      throw new Error(`${String(error)}\n${runner.outputs()}`, { cause: error });
    } finally {
      await runner.stop();
    }
  }, 700_000);
});
