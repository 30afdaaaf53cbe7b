/** Concurrency limits over two runners that are killed while they hold a slot. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { callersOf, startGate } from './support/gate.js';
import type { RunningApp } from './support/processes.js';
import {
  begin,
  callOf,
  chainOf,
  reaches,
  saveAndDeploy,
  statusOf,
} from './support/run-workflows.js';

let cluster: Cluster;
let stub: CountingStub;
let runners: RunningApp[];

const patient = { withinMs: 120_000 };
/** Concurrency limit of the account that all tests here share. */
const atOnce = 2;

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    startCluster(['api', 'projector', 'relay'], {
      FLOWLEDGER_CONCURRENT_EXECUTIONS: String(atOnce),
    }),
    startCountingStub(),
  ]);
  runners = [await cluster.start('runner'), await cluster.start('runner')];
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
});

const deploy = (concurrency?: object): Promise<string> =>
  saveAndDeploy(cluster, {
    ...chainOf(callOf(`${stub.url}/`)),
    ...(concurrency && { concurrency }),
  });

describe('a workflow with a concurrency limit of one', () => {
  it('runs all in order and never two at once, even when runners are killed', async () => {
    const gate = startGate(stub);
    const workflowId = await deploy({ limit: 1 });
    const first = await begin(cluster, workflowId);
    await eventually('the first one calls', () => gate.size === 1, patient);
    const rest: string[] = [];
    for (let n = 0; n < 9; n += 1) rest.push(await begin(cluster, workflowId));
    await reaches(cluster, rest, 'queued');
    const listed = `/api/v1/logs?workspaceId=${cluster.workspaceId}&status=queued`;
    expect((await cluster.api.call('GET', listed)).json.data).toHaveLength(9);
    // A queued execution can be cancelled like any other, and never runs.
    const cancelled = rest.splice(4, 1);
    await cluster.api.call('POST', `/api/v1/executions/${cancelled[0] ?? ''}/cancel`, {});
    await reaches(cluster, cancelled, 'cancelled');
    // Kills both runners in turn: one of them holds the slot.
    for (const runner of runners.splice(0)) {
      await runner.kill('SIGKILL');
      runners.push(await cluster.start('runner'));
    }
    await eventually(
      'the call is made again',
      () => callersOf(stub.calls).length > 1 && gate.size === 1,
      patient,
    );
    expect(new Set(callersOf(stub.calls))).toEqual(new Set([first]));
    gate.open();
    await reaches(cluster, [first, ...rest], 'success');
    expect(gate.most).toBe(1);
    expect([...new Set(callersOf(stub.calls))]).toEqual([first, ...rest]);
    for (const id of rest)
      expect(callersOf(stub.calls).filter((one) => one === id)).toHaveLength(1);
  }, 300_000);

  it('answers 409 to a skipped synchronous call and logs it as skipped', async () => {
    const gate = startGate(stub);
    const workflowId = await deploy({ limit: 1, whenFull: 'skip' });
    const first = await begin(cluster, workflowId);
    await eventually('the first one calls', () => gate.size === 1, patient);
    const refused = await cluster.api.call('POST', `/api/v1/workflows/${workflowId}/execute`, {});
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ code: 'EXECUTION_SKIPPED' });
    const { executionId } = refused.json.details[0] as { executionId: string };
    await reaches(cluster, [executionId], 'cancelled');
    const shown = await cluster.api.call('GET', `/api/v1/executions/${executionId}`);
    expect(shown.json.data).toMatchObject({ level: 'info', error: { code: 'SKIPPED' } });
    gate.open();
    await reaches(cluster, [first], 'success');
    await eventually(
      'there is room again',
      async () => {
        const again = await cluster.api.call('POST', `/api/v1/workflows/${workflowId}/execute`, {});
        return again.status === 200;
      },
      patient,
    );
  }, 180_000);

  it('ends an execution with QUEUE_TIMEOUT if it is queued for too long', async () => {
    const gate = startGate(stub);
    const workflowId = await deploy({ limit: 1, maxWaitMs: 2_000 });
    const first = await begin(cluster, workflowId);
    await eventually('the first one calls', () => gate.size === 1, patient);
    const late = await begin(cluster, workflowId);
    await reaches(cluster, [late], 'error');
    const shown = await cluster.api.call('GET', `/api/v1/executions/${late}`);
    expect(shown.json.data).toMatchObject({ error: { code: 'QUEUE_TIMEOUT' } });
    gate.open();
    await reaches(cluster, [first], 'success');
    expect(callersOf(stub.calls)).not.toContain(late);
  }, 180_000);
});

describe('the concurrency limit of an account', () => {
  it('applies across workflows and runners, even when a runner is killed', async () => {
    const gate = startGate(stub);
    const workflows = [await deploy(), await deploy()];
    const begun: string[] = [];
    for (let n = 0; n < 6; n += 1) begun.push(await begin(cluster, workflows[n % 2] ?? ''));
    const queued = async (): Promise<number> =>
      (await Promise.all(begun.map((id) => statusOf(cluster, id)))).filter(
        (status) => status === 'queued',
      ).length;
    await eventually(
      'as many run as may, the others are queued',
      async () => gate.size === atOnce && (await queued()) === begun.length - atOnce,
      patient,
    );
    await runners.at(-1)?.kill('SIGKILL');
    runners.push(await cluster.start('runner'));
    await eventually('its calls are made again', () => gate.size === atOnce, patient);
    gate.open();
    await reaches(cluster, begun, 'success');
    expect(gate.most).toBe(atOnce);
  }, 300_000);
});
