/** A child run waits for the account's rate limit, up to the end of its minute. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { childExecutionIdOf } from '@libs/contracts';
import { rateWindowEndOf, rateWindowKey, rateWindowMs } from '@libs/persistence';
import pg from 'pg';
import {
  begin,
  callOf,
  chainOf,
  childOf,
  reaches,
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

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    startCluster(['api', 'projector', 'runner']),
    startCountingStub(),
  ]);
  pool = new pg.Pool({ connectionString: cluster.database.url, max: 2 });
}, 180_000);

afterAll(async () => {
  await pool.end();
  await cluster.stop();
  await stub.close();
});

describe('a child run', () => {
  it('stays queued while the account has reached its rate limit, then runs', async () => {
    const held: (() => void)[] = [];
    stub.answer((_, response) => held.push(() => response.writeHead(200).end('{}')));
    const child = await saveAndDeploy(
      cluster,
      chainOf({ id: 'set', type: 'variables', name: 'set', config: { values: { n: 1 } } }),
    );
    const parent = await saveAndDeploy(cluster, {
      blocks: [start, callOf(stub.url), childOf(child)],
      edges: [
        { from: 'start', to: 'call' },
        { from: 'call', to: 'child' },
      ],
    });
    const root = await begin(cluster, parent);
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
    await reaches(cluster, childId, 'queued');
    await pool.query('delete from rate_limit where key = any($1)', [keys]);
    await reaches(cluster, root, 'success');
    expect(await statusOf(cluster, childId)).toBe('success');
  }, 200_000);
});
