/** Executions that start others: the family limit, and the effect of a cancellation. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  begin,
  callOf,
  chainOf,
  childOf,
  deploy,
  reaches,
  save,
  saveAndDeploy,
  start,
  statusOf,
} from './support/run-workflows.js';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';

let cluster: Cluster;
let stub: CountingStub;
let pool: pg.Pool;

const patient = { withinMs: 170_000 };
const familyLimit = 200;
const promisedMs = 2_000;

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    startCluster(['api', 'projector', 'runner'], {
      FLOWLEDGER_PLAN_LIMITS: JSON.stringify({
        enterprise: { descendantsPerExecution: familyLimit },
      }),
    }),
    startCountingStub(),
  ]);
  pool = new pg.Pool({ connectionString: cluster.database.url, max: 2 });
}, 400_000);

afterAll(async () => {
  await pool.end();
  await cluster.stop();
  await stub.close();
});

/**
 * A workflow that makes a call and then starts a second one three times, which starts the first one
 * again.
 * @returns both ids
 */
async function grow(path: string): Promise<readonly [string, string]> {
  const first = await save(cluster, chainOf(callOf(`${stub.url}/${path}`)));
  const second = await saveAndDeploy(cluster, chainOf(childOf(first)));
  const definition = {
    blocks: [
      start,
      callOf(`${stub.url}/${path}`),
      { id: 'fan', type: 'parallel', name: 'fan', config: { count: 3, failFast: false } },
      childOf(second),
    ],
    edges: [
      { from: 'start', to: 'call' },
      { from: 'call', to: 'fan' },
      { from: 'fan', to: 'child', port: 'each' },
    ],
  };
  const saved = await cluster.api.call('PUT', `/api/v1/workflows/${first}`, {
    name: 'first',
    definition,
  });
  expect(saved.status).toBe(200);
  return [await deploy(cluster, first), second];
}

async function count(sql: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${sql}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

const callsTo = (path: string): CountingStub['calls'] =>
  stub.calls.filter(({ url }) => url === `/${path}`);

describe('an execution that starts others endlessly', () => {
  it('starts as many as its family limit allows, and ends', async () => {
    const workflows = await grow('bounded');
    const root = await begin(cluster, workflows[0]);
    await eventually(
      'it has ended',
      async () => /^(success|error)$/.test((await statusOf(cluster, root)) ?? ''),
      patient,
    );
    const started = await count('execution_log where workflow_id = any($1)', [workflows]);
    expect(started).toBe(familyLimit + 1);
    const refused = await count(
      `block_execution b join execution_log l using (execution_id)
       where l.workflow_id = any($1) and b.error->>'code' = 'FAMILY_TOO_LARGE'`,
      [workflows],
    );
    expect(refused).toBeGreaterThan(0);
  }, 200_000);

  it('starts and calls nothing two seconds after its cancellation is accepted', async () => {
    stub.answer((_, response) => {
      setTimeout(() => response.writeHead(200).end('{}'), 250);
    });
    const workflows = await grow('cancelled');
    const root = await begin(cluster, workflows[0]);
    await eventually('it has grown', () => callsTo('cancelled').length >= 8, patient);
    const cancelled = await cluster.api.call('POST', `/api/v1/executions/${root}/cancel`, {});
    const acceptedAt = Date.now();
    expect(cancelled.status).toBe(202);
    await eventually(
      'nothing of the family is open',
      async () =>
        (await count('execution_descendant where root_id = $1 and ended_at is null', [root])) ===
          0 && (await statusOf(cluster, root)) === 'cancelled',
      patient,
    );
    const called = callsTo('cancelled').length;
    await reaches(
      cluster,
      await begin(cluster, await saveAndDeploy(cluster, chainOf(callOf(`${stub.url}/after`)))),
      'success',
    );
    expect(callsTo('cancelled')).toHaveLength(called);
    const late = acceptedAt + promisedMs;
    expect(callsTo('cancelled').filter(({ receivedAtMs }) => receivedAtMs > late)).toEqual([]);
    const begun = await count(
      `block_execution b join execution_log l using (execution_id)
       where l.workflow_id = any($1) and b.started_at > $2`,
      [workflows, new Date(late)],
    );
    expect(begun).toBe(0);
    expect(
      await count("execution_log where workflow_id = any($1) and status = 'running'", [workflows]),
    ).toBe(0);
  }, 200_000);
});
