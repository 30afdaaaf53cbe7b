/** Requests on two nodes: by id, idempotent repeats, cancellation, reruns. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiClient, type ApiClient } from './support/api-client.js';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { freePort, startApp } from './support/processes.js';
import { ended, saveAndDeploy } from './support/run-workflows.js';
import { orderIntake, twoCalls } from './support/workflows.js';

let cluster: Cluster;
let otherNode: ApiClient;
let stub: CountingStub;
let orderId = '';

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    startCluster(['api', 'runner', 'projector'], { FLOWLEDGER_SYNC_TIMEOUT_MS: '3000' }),
    startCountingStub(),
  ]);
  const { environment, apiKey } = cluster;
  const { url } = await startApp('api', { ...environment, PORT: String(await freePort()) });
  otherNode = createApiClient(url, apiKey);
  orderId = await saveAndDeploy(cluster, orderIntake('order', stub.url));
  await saveAndDeploy(cluster, twoCalls('slow', stub.url));
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
});

beforeEach(() => {
  stub.answer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}'),
  );
});

const callsOf = (executionId: string): number =>
  stub.calls.filter(({ idempotencyKey }) => idempotencyKey.startsWith(executionId)).length;

describe('the api', () => {
  it('runs a workflow by its id and answers with its output', async () => {
    const run = await cluster.api.call('POST', `/api/v1/workflows/${orderId}/execute`, { id: 3 });
    expect(run.status).toBe(200);
    expect(run.json.data).toMatchObject({
      status: 'success',
      error: null,
      output: { status: 'success', echo: { id: 3 } },
    });
    const found = await ended(cluster, run.json.data.executionId as string);
    expect(found).toMatchObject({ trigger: 'api', status: 'success' });
  });

  it('runs a workflow in the background on request, and returns its status URL', async () => {
    const run = await cluster.api.call(
      'POST',
      `/api/v1/workflows/${orderId}/execute`,
      { id: 4 },
      { 'x-execution-mode': 'async' },
    );
    expect(run.status).toBe(202);
    expect(run.headers.get('location')).toBe(run.json.data.statusUrl);
    expect(await ended(cluster, run.json.data.executionId as string)).toMatchObject({
      status: 'success',
    });
  });

  it('answers 202 when a synchronous call exceeds its limit, and finishes the run', async () => {
    let answer = (): void => undefined;
    stub.answer((_, response) => {
      answer = () => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const run = await cluster.api.trigger('order', { id: 5 });
    expect(run.status).toBe(202);
    answer();
    expect(await ended(cluster, run.json.data.executionId as string)).toMatchObject({
      status: 'success',
    });
  });

  it('finishes a run whose caller has disconnected', async () => {
    let answer = (): void => undefined;
    stub.answer((_, response) => {
      answer = () => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const callsBefore = stub.calls.length;
    const caller = new AbortController();
    const body = JSON.stringify({ id: 'hung up' });
    const path = await cluster.api.triggerPath('order');
    const hungUp = fetch(`${cluster.apps.get('api')?.url ?? ''}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: caller.signal,
    }).catch(() => null);
    const call = await eventually('it calls', () => stub.calls[callsBefore]);
    caller.abort();
    expect(await hungUp).toBeNull();
    answer();
    const [executionId = ''] = call.idempotencyKey.split(':');
    expect(await ended(cluster, executionId)).toMatchObject({ status: 'success' });
    expect(callsOf(executionId)).toBe(1);
  });

  it('runs one idempotency key once, across nodes and after a restart', async () => {
    const key = { 'idempotency-key': 'order-77' };
    const trigger = (body: object, node = cluster.api): ReturnType<ApiClient['call']> =>
      node.trigger('order', body, key);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => trigger({ id: 77 }, n % 2 ? otherNode : cluster.api)),
    );
    const ids = new Set(answers.map(({ headers }) => headers.get('x-execution-id')));
    expect(ids.size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { json } of answers) expect(json).toEqual(answers[0]?.json);
    const [executionId = ''] = [...ids].map(String);
    await cluster.apps.get('api')?.kill('SIGKILL');
    await cluster.start('api');
    await ended(cluster, executionId);
    for (const node of [cluster.api, otherNode]) {
      const later = await trigger({ id: 77 }, node);
      expect(later.status).toBe(200);
      expect(later.json).toEqual(answers[0]?.json);
      expect(later.headers.get('x-execution-id')).toBe(executionId);
    }
    expect(callsOf(executionId)).toBe(1);
    const other = await trigger({ id: 78 });
    expect(other.status).toBe(409);
    expect(other.json.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('cancels from any node, aborts the call in flight, and rejects a second cancel', async () => {
    stub.answer(() => undefined);
    const run = await cluster.api.trigger('slow', { n: 1 });
    const executionId = run.json.data.executionId as string;
    await eventually('the call hangs', () => callsOf(executionId) === 1);
    const cancel = `/api/v1/executions/${executionId}/cancel`;
    expect((await otherNode.call('POST', cancel, { reason: 'changed my mind' })).status).toBe(202);
    expect(await ended(cluster, executionId)).toMatchObject({
      status: 'cancelled',
      level: 'info',
      error: { code: 'CANCELLED', message: 'changed my mind' },
    });
    await eventually('the call was aborted', () => stub.open === 0);
    const again = await cluster.api.call('POST', cancel);
    expect(again.status).toBe(409);
    expect(again.json.code).toBe('EXECUTION_ENDED');
  });

  it('reruns an ended execution from the start or from a block as a new one', async () => {
    const first = await cluster.api.trigger('order', { id: 'again' });
    const executionId = first.headers.get('x-execution-id') ?? '';
    await ended(cluster, executionId);
    const rerun = await cluster.api.call('POST', `/api/v1/executions/${executionId}/rerun`);
    expect(rerun.status).toBe(202);
    expect(rerun.json.data.rerunOf).toBe(executionId);
    const second = rerun.json.data.executionId as string;
    expect(second).not.toBe(executionId);
    expect(await ended(cluster, second)).toMatchObject({
      status: 'success',
      trigger: 'manual',
      output: { echo: { id: 'again' } },
    });
    const path = `/api/v1/executions/${executionId}/rerun`;
    const from = await cluster.api.call('POST', path, { fromBlockId: 'check' });
    expect(from.status).toBe(202);
    const third = from.json.data.executionId as string;
    expect(await ended(cluster, third)).toMatchObject({
      status: 'success',
      output: { echo: { id: 'again' } },
    });
    // The call's old result is reused, so the call is not made again.
    expect(stub.calls.filter((call) => call.idempotencyKey.startsWith(third))).toEqual([]);
    expect((await cluster.api.call('POST', path, { fromBlockId: 'nobody' })).status).toBe(422);
    const unknown = await cluster.api.call(
      'POST',
      '/api/v1/executions/01a1fd92-0101-767a-89e5-fe9866652a99/rerun',
    );
    expect(unknown.status).toBe(404);
  });
});
