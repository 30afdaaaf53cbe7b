/**
 * Each process has its own wrong clock: up to five minutes everything still works, beyond that a
 * process does no work. (With faults: `npm run test:chaos -- --clocks 90`.)
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startCluster, type Cluster } from './support/cluster.js';
import { eventually } from './support/eventually.js';
import { startApp, wrongClock, type AppName } from './support/processes.js';
import { answer, startReceiver, type Receiver } from './support/receiver.js';
import { saveAndDeploy } from './support/run-workflows.js';

jest.setTimeout(180_000);

const minutes = 60_000;
const clocks: Readonly<Record<AppName, number>> = {
  api: 2 * minutes,
  runner: -2 * minutes,
  relay: -4 * minutes,
  projector: 4 * minutes,
  delivery: minutes,
  standalone: 0,
};

let cluster: Cluster;
let receiver: Receiver;

beforeAll(async () => {
  [cluster, receiver] = await Promise.all([
    startCluster(
      undefined,
      { FLOWLEDGER_DELAY_SCALE: '10' },
      { environmentOf: (name) => wrongClock(clocks[name]) },
    ),
    startReceiver((_, index) => answer(index === 0 ? 503 : 200)),
  ]);
});

afterAll(async () => {
  await receiver.close();
  await cluster.stop();
});

describe('processes with wrong clocks', () => {
  it('run a workflow through a pause to the logs and a retried webhook', async () => {
    const { api, workspaceId } = cluster;
    const id = await saveAndDeploy(cluster, {
      blocks: [
        { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'late' } },
        { id: 'pause', type: 'wait', name: 'Pause', config: { durationMs: 6_000 } },
        {
          id: 'answer',
          type: 'response',
          name: 'Answer',
          config: { status: 200, body: { hello: '<webhook.body.name>' } },
        },
      ],
      edges: [
        { from: 'hook', to: 'pause' },
        { from: 'pause', to: 'answer' },
      ],
    });
    await api.call('POST', `/api/v1/workflows/${id}/subscriptions`, { url: receiver.url });
    const run = await api.trigger('late', { name: 'Ann' });
    expect([run.status, run.json]).toEqual([200, { hello: 'Ann' }]);
    await receiver.until((requests) => requests.length === 2);
    await eventually('the run is in the logs', async () => {
      const logs = await api.call('GET', `/api/v1/logs?workspaceId=${workspaceId}`);
      return logs.json.data[0]?.status === 'success';
    });
  });

  it('log the clock offset', async () => {
    for (const [name, app] of cluster.apps)
      await eventually(`${name} says so`, () =>
        app.output().includes('clock differs from that of Postgres'),
      );
  });

  it('do no work and log the reason with an offset of two hours', async () => {
    const app = await startApp(
      'runner',
      { ...cluster.environment, ...wrongClock(120 * minutes) },
      { waitUntilReady: false },
    );
    await eventually('it says why', () =>
      app.output().includes('7200 s ahead of that of Postgres'),
    );
    expect(await fetch(`${app.url}/health/live`).catch(() => null)).toBeNull();
    await app.kill('SIGTERM');
  });
});
