/** An api process that receives SIGTERM: waiting callers are answered, and the process ends. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { orderIntake } from './support/workflows.js';

let cluster: Cluster;
let stub: CountingStub;
/** Answers the hanging call. */
let answer = (): void => undefined;

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    startCluster(['api', 'runner', 'projector']),
    startCountingStub(),
  ]);
  const definition = orderIntake('order', stub.url);
  const created = await cluster.api.call('POST', '/api/v1/workflows', { name: 'w', definition });
  await cluster.api.call('POST', `/api/v1/workflows/${created.json.data.id}/deploy`);
  stub.answer((_, response) => {
    answer = () =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  });
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
});

const base = (): string => cluster.apps.get('api')?.url ?? '';

/** Starts a caller that waits for an execution whose call hangs. */
async function waiting(id: string): Promise<{ executionId: string; answered: Promise<Response> }> {
  const before = stub.calls.length;
  const answered = fetch(base() + (await cluster.api.triggerPath('order')), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });
  const call = await eventually('it calls', () => stub.calls[before]);
  return { executionId: call.idempotencyKey.split(':')[0] ?? '', answered };
}

/** @returns the process's end, as soon as the process accepts no new requests */
async function stopping(): Promise<{ readonly ended: Promise<void> }> {
  const ended = cluster.apps.get('api')?.kill('SIGTERM') ?? Promise.resolve();
  await eventually('it takes nothing new', async () => {
    const health = await fetch(`${base()}/health/live`).catch(() => null);
    return health?.status !== 200;
  });
  return { ended };
}

describe('an api that stops', () => {
  it('answers waiting callers with the result of their execution', async () => {
    const { answered } = await waiting('first');
    const { ended } = await stopping();
    answer();
    const response = await answered;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'success', echo: { id: 'first' } });
    await ended;
  });

  it('answers long waits with 202 and ends event streams', async () => {
    await cluster.start('api');
    const { executionId, answered } = await waiting('second');
    const stream = await eventually('its events can be read', async () => {
      const asked = await fetch(`${base()}/api/v1/executions/${executionId}/events`, {
        headers: { 'x-api-key': cluster.apiKey },
      });
      return asked.status === 200 ? asked : null;
    });
    const { ended } = await stopping();
    const response = await answered;
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ data: { executionId } });
    const read = await stream.text();
    expect(read).toContain('event: block.started');
    expect(read).not.toContain('event: execution.completed');
    await ended;
    answer();
    await cluster.start('api');
    await eventually('the run has gone on', async () => {
      const found = await cluster.api.call('GET', `/api/v1/executions/${executionId}`);
      return found.json?.data?.status === 'success';
    });
  });
});
