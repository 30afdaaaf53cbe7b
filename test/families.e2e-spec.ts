/**
 * Executions that start others: the family limit, the effect of a cancellation, and waiting for the
 * account's rate limit.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { childExecutionIdOf } from '@libs/contracts';
import { rateWindowEndOf, rateWindowKey, rateWindowMs } from '@libs/persistence';
import pg from 'pg';
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
}, 60_000);

interface Draft {
  readonly blocks: readonly object[];
  readonly edges: readonly object[];
}

interface Block {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly config: object;
}

const start: Block = { id: 'start', type: 'manual', name: 'start', config: {} };
const callOf = (path: string): Block => ({
  ...{ id: 'call', type: 'api', name: 'call' },
  config: { method: 'POST', url: `${stub.url}/${path}` },
});
const childOf = (workflowId: string): Block => ({
  ...{ id: 'child', type: 'workflow', name: 'child', config: { workflowId } },
});
const chainOf = (block: Block): Draft => ({
  blocks: [start, block],
  edges: [{ from: 'start', to: block.id }],
});

async function save(definition: Draft): Promise<string> {
  const created = await cluster.api.call('POST', '/api/v1/workflows', { name: 'w', definition });
  expect(created.status).toBe(201);
  return created.json.data.id as string;
}

async function deploy(id: string): Promise<string> {
  expect((await cluster.api.call('POST', `/api/v1/workflows/${id}/deploy`)).status).toBe(200);
  return id;
}

/**
 * A workflow that makes a call and then starts a second one three times, which starts the first one
 * again.
 * @returns both ids
 */
async function grow(path: string): Promise<readonly [string, string]> {
  const first = await save(chainOf(callOf(path)));
  const second = await deploy(await save(chainOf(childOf(first))));
  const definition: Draft = {
    blocks: [
      start,
      callOf(path),
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
  return [await deploy(first), second];
}

async function begin(workflowId: string): Promise<string> {
  const path = `/api/v1/workflows/${workflowId}/execute`;
  const started = await cluster.api.call('POST', path, {}, { 'x-execution-mode': 'async' });
  expect(started.status).toBe(202);
  return started.json.data.executionId as string;
}

const statusOf = async (executionId: string): Promise<string | undefined> =>
  (await cluster.api.call('GET', `/api/v1/executions/${executionId}`)).json?.data?.status;

const reaches = (executionId: string, status: string): Promise<unknown> =>
  eventually(
    `${executionId} is ${status}`,
    async () => (await statusOf(executionId)) === status,
    patient,
  );

async function count(sql: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${sql}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

const callsTo = (path: string): CountingStub['calls'] =>
  stub.calls.filter(({ url }) => url === `/${path}`);

describe('an execution that starts others without end', () => {
  it('starts as many as its family may have, and ends', async () => {
    const workflows = await grow('bounded');
    const root = await begin(workflows[0]);
    await eventually(
      'it has ended',
      async () => /^(success|error)$/.test((await statusOf(root)) ?? ''),
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

  it('starts nothing and calls nobody two seconds after its cancellation was accepted', async () => {
    stub.answer((_, response) => {
      setTimeout(() => response.writeHead(200).end('{}'), 250);
    });
    const workflows = await grow('cancelled');
    const root = await begin(workflows[0]);
    await eventually('it has grown', () => callsTo('cancelled').length >= 8, patient);
    const cancelled = await cluster.api.call('POST', `/api/v1/executions/${root}/cancel`, {});
    const acceptedAt = Date.now();
    expect(cancelled.status).toBe(202);
    await eventually(
      'nothing of the family is open',
      async () =>
        (await count('execution_descendant where root_id = $1 and ended_at is null', [root])) ===
          0 && (await statusOf(root)) === 'cancelled',
      patient,
    );
    const called = callsTo('cancelled').length;
    await reaches(await begin(await deploy(await save(chainOf(callOf('after'))))), 'success');
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

describe('a child run', () => {
  it('waits as queued while the account has no asynchronous execution left in the minute, and goes on then', async () => {
    const held: (() => void)[] = [];
    stub.answer((_, response) => held.push(() => response.writeHead(200).end('{}')));
    const child = await deploy(
      await save(
        chainOf({ id: 'set', type: 'variables', name: 'set', config: { values: { n: 1 } } }),
      ),
    );
    const parent = await deploy(
      await save({
        blocks: [start, callOf('held'), childOf(child)],
        edges: [
          { from: 'start', to: 'call' },
          { from: 'call', to: 'child' },
        ],
      }),
    );
    const root = await begin(parent);
    await eventually('the parent calls', () => held.length === 1, patient);
    const { rows } = await pool.query<{ id: string }>('select id from account');
    const endsAt = rateWindowEndOf(Date.now());
    const keys = [endsAt, endsAt + rateWindowMs].map((at) =>
      rateWindowKey('async', rows[0]?.id ?? '', at),
    );
    await pool.query(
      `insert into rate_limit (key, points, expire) select unnest($1::text[]), 2000000000, $2
       on conflict (key) do update set points = excluded.points`,
      [keys, endsAt + 10 * rateWindowMs],
    );
    held.shift()?.();
    const childId = childExecutionIdOf(root, 'child', '');
    await reaches(childId, 'queued');
    await pool.query('delete from rate_limit where key = any($1)', [keys]);
    await reaches(root, 'success');
    expect(await statusOf(childId)).toBe('success');
  }, 200_000);
});
