/** Requested runs of tests over real Postgres, in real threads. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@libs/persistence';
import type { TestResult } from '@libs/workflow-test';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import { TestRuns } from './test-runs.js';

let database: Database;
let drop: () => Promise<void>;
let server: Server;
let calls = 0;
const workspaceId = randomUUID();
const started: TestRuns[] = [];

beforeAll(async () => {
  const made = await createMigratedDatabase();
  drop = made.drop;
  database = await openDatabase({ url: made.url, poolSize: 5, applicationName: 'test' });
  const accountId = randomUUID();
  await database.pool.query(`insert into account (id, name, plan) values ($1, 'a', 'free')`, [
    accountId,
  ]);
  await database.pool.query(
    `insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'w', '')`,
    [workspaceId, accountId],
  );
  server = createServer((_, response) => {
    calls += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}, 60_000);

afterAll(async () => {
  server.close();
  await database.close();
  await drop();
});

afterEach(async () => {
  for (const one of started.splice(0)) await one.stop();
});

function start(totalMs?: number): TestRuns {
  const runs = new TestRuns({
    database,
    logger: pino({ level: 'silent' }),
    ...(totalMs !== undefined && { totalMs }),
  });
  started.push(runs);
  runs.start();
  return runs;
}

const block = (id: string, type: string, config: object = {}): object => ({
  ...{ id, type, config },
  name: id.toUpperCase(),
});

const chain = (...blocks: readonly object[]): object => ({
  blocks: [block('start', 'manual'), ...blocks],
  edges: ['start', ...blocks.map((one) => (one as { id: string }).id)]
    .slice(0, -1)
    .map((from, at) => ({ from, to: (blocks[at] as { id: string }).id })),
});

const loops = (): object => ({
  blocks: [
    ...[block('start', 'manual'), block('a', 'loop', { type: 'count', count: 1_000 })],
    ...[
      block('b', 'loop', { type: 'count', count: 18 }),
      block('v', 'variables', { values: { x: 1 } }),
    ],
  ],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', port: 'each', to: 'b' },
    { from: 'b', port: 'each', to: 'v' },
  ],
});

interface Run {
  readonly results: readonly TestResult[];
  readonly problem: string | null;
  readonly revision: number;
  readonly test_count: number;
}

async function request(
  draft: object,
  tests: readonly object[],
  chosen: readonly number[] | null = null,
): Promise<{ id: string; ids: readonly string[] }> {
  const { pool } = database;
  const [workflowId, id] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into workflow (id, workspace_id, name, draft, revision) values ($1, $2, 'w', $3, 7)`,
    [workflowId, workspaceId, JSON.stringify(draft)],
  );
  const ids = tests.map(() => randomUUID());
  for (const [at, test] of tests.entries())
    await pool.query(
      `insert into workflow_test (workflow_id, id, position, name, test) values ($1, $2, $3, $4, $5)`,
      [workflowId, ids[at], at, `test ${at}`, JSON.stringify({ name: `test ${at}`, ...test })],
    );
  await pool.query(
    `insert into workflow_test_run (id, workflow_id, workspace_id, test_ids) values ($1, $2, $3, $4)`,
    [id, workflowId, workspaceId, chosen === null ? null : chosen.map((at) => ids[at])],
  );
  return { id, ids };
}

const ended = (id: string): Promise<Run> =>
  eventually('the run ends', async () => {
    const { rows } = await database.pool.query<Run>(
      'select * from workflow_test_run where id = $1 and ended_at is not null',
      [id],
    );
    return rows[0] ?? null;
  });

async function outcome(...asked: Parameters<typeof request>): Promise<Run> {
  const { id } = await request(...asked);
  return ended(id);
}

const code = (text: string): object => block('f', 'function', { code: text });

describe('a requested run', () => {
  it('runs all tests of the draft, with author code, and says what differs', async () => {
    start();
    const draft = chain(
      code('return { n: <start.n> + 1 }'),
      block('v', 'variables', { values: { got: '<f.result.n>' } }),
    );
    const { id, ids } = await request(draft, [
      {
        input: { n: 1 },
        expect: { path: ['start', 'f', 'v'], blocks: { f: { result: { n: 2 } } } },
      },
      { input: { n: 2 }, expect: { path: ['start', 'v'], blocks: { f: { result: { n: 2 } } } } },
    ]);
    const run = await ended(id);
    expect([run.revision, run.test_count, run.problem]).toEqual([7, 2, null]);
    expect(run.results).toMatchObject([
      { id: ids[0], name: 'test 0', passed: true, problem: null, differences: [] },
      {
        ...{ id: ids[1], passed: false, problem: null, path: ['start', 'f', 'v'] },
        differences: [
          { field: 'path', expected: ['start', 'v'], got: ['start', 'f', 'v'] },
          { field: 'blocks.f.result.n', expected: 2, got: 3 },
        ],
      },
    ]);
  });

  it('runs the chosen tests only', async () => {
    start();
    const run = await outcome(chain(code('return 1')), [{}, {}, {}], [2]);
    expect(run.results.map(({ name }) => name)).toEqual(['test 2']);
  });

  it('calls nothing outside: neither a block nor author code', async () => {
    start();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run = await outcome(chain(block('call', 'api', { url })), [{}]);
    expect(run.results[0]).toMatchObject({
      passed: false,
      problem: expect.stringContaining('acts on the outside world'),
    });
    const fetching = `try { await fetch('${url}'); return 'called'; } catch (error) { return 'refused'; }`;
    const other = await outcome(chain(code(fetching)), [
      { expect: { blocks: { f: { result: 'called' } } } },
    ]);
    expect(other.results[0]?.passed).toBe(false);
    expect(calls).toBe(0);
  });

  it('names what is wrong with a draft that can not run, and ends without tests', async () => {
    start();
    const run = await outcome({ blocks: [block('x', 'teleport')], edges: [] }, [{}]);
    expect(run.results[0]?.problem).toContain('the draft has problems');
    expect((await outcome(chain(code('return 1')), [])).results).toEqual([]);
  });

  it('ends after its time, keeps the results that it has, and leaves the process responsive', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const endless = chain(code('while (true) {}'));
    // Long enough for a thread and its first test on a loaded machine.
    const totalMs = 10_000;
    // Each ends by a limit of its own.
    const more = Array.from({ length: 40 }, () => ({}));
    const hurried = start(totalMs);
    delay.enable();
    const run = await outcome(endless, [{ mocks: { f: { output: 1 } } }, ...more]);
    delay.disable();
    expect(run.problem).toContain('took more than');
    expect(run.results[0]).toMatchObject({ name: 'test 0', passed: true });
    expect(delay.max / 1e6).toBeLessThan(totalMs / 2);
    await hurried.stop();
    start();
    expect((await outcome(chain(code('return 1')), [{}])).results[0]?.passed).toBe(true);
  });

  it('runs tens of thousands of blocks in its own thread', async () => {
    start();
    const run = await outcome(loops(), [{}]);
    expect(run.results[0]?.problem ?? run.results[0]?.passed).toBe(true);
  });

  it('keeps what an execution may have at all', async () => {
    start();
    const mocks = { v: { output: 'x'.repeat(300_000) } };
    const run = await outcome(loops(), [{ mocks }]);
    expect(run.results[0]?.differences[0]).toMatchObject({
      ...{ field: 'status', expected: 'success', got: { code: 'OUTPUT_TOO_LARGE' } },
    });
  });
});

describe('several runners', () => {
  it('run each request once', async () => {
    const requests = await Promise.all(
      Array.from({ length: 6 }, () => request(chain(code('return 1')), [{}])),
    );
    for (let n = 0; n < 3; n += 1) start();
    for (const { id } of requests) expect((await ended(id)).results).toHaveLength(1);
  });

  it('end a run that is in progress when they stop, and leave old requests alone', async () => {
    const runs = start();
    const { id } = await request(chain(code('while (true) {}')), [{}]);
    await eventually('it is claimed', async () => {
      const { rowCount } = await database.pool.query(
        'select from workflow_test_run where id = $1 and test_count is not null',
        [id],
      );
      return rowCount === 1 || null;
    });
    await runs.stop();
    expect((await ended(id)).problem).toContain('The runner stopped');
    const old = await request(chain(code('return 1')), [{}]);
    await database.pool.query(
      `update workflow_test_run set requested_at = now() - interval '2 minutes' where id = $1`,
      [old.id],
    );
    start();
    await outcome(chain(code('return 1')), [{}]);
    const { rows } = await database.pool.query<{ claimed_at: Date | null }>(
      'select claimed_at from workflow_test_run where id = $1',
      [old.id],
    );
    expect(rows[0]?.claimed_at).toBeNull();
  });
});
