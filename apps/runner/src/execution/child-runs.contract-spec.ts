/** Child runs and their account's usage, over a real database. Requests are recorded, not sent. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkDefinition } from '@libs/blocks';
import { decodeRecord, headers, type ExecutionRequested } from '@libs/contracts';
import type { OutgoingRecord } from '@libs/event-log';
import { openDatabase, type Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { ChildRuns, type ChildRun } from './child-runs.js';
import type { RequestOutcome } from '../family/family-table.js';

const [workflowId, workspaceId, accountId] = [randomUUID(), randomUUID(), randomUUID()];
const november = Date.UTC(2026, 10, 15);

let testDatabase: TestDatabase;
let database: Database;
let requested: ExecutionRequested[] = [];
let reservedAt: (string | undefined)[] = [];
let runs: ChildRuns;
let outcome: RequestOutcome = 'counted';

const child = (more: Partial<ChildRun> = {}): ChildRun => ({
  executionId: randomUUID(),
  workflowId,
  input: '{"n":1}',
  parent: { executionId: randomUUID(), blockId: 'child', iteration: '', waitId: 2 },
  started: { workspaceId, accountId, parent: null, retentionDays: 7 } as never,
  repeat: false,
  ...more,
});

const used = (usd: number, period: string): Promise<unknown> =>
  database.pool.query('insert into usage_period (account_id, period, cost) values ($1, $2, $3)', [
    accountId,
    period,
    usd,
  ]);

beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = await openDatabase({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
  const { pool } = database;
  const checked = checkDefinition({
    blocks: [{ id: 'start', type: 'manual', name: 'Start', config: {} }],
    edges: [],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  await pool.query("insert into account (id, name, plan) values ($1, 'a', 'free')", [accountId]);
  await pool.query(
    "insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'w', '')",
    [workspaceId, accountId],
  );
  await pool.query(
    "insert into workflow (id, workspace_id, name, draft) values ($1, $2, 'Child', '{}')",
    [workflowId, workspaceId],
  );
  await pool.query(
    'insert into workflow_version (workflow_id, version, definition, content_hash) values ($1, 1, $2, $3)',
    [workflowId, checked.definition, checked.contentHash],
  );
  await pool.query('update workflow set deployed_version = 1 where id = $1', [workflowId]);
  const appender = {
    append: ({ topic, value, headers: marks = {} }: OutgoingRecord & { value: Buffer }) => {
      const record = decodeRecord(value);
      if (record.type === 'ExecutionRequested') requested.push(record.data);
      reservedAt.push(marks[headers.reservedAt]);
      return Promise.resolve({ topic, partition: 0, offset: 0 });
    },
  };
  const families = { request: () => Promise.resolve(outcome) };
  runs = new ChildRuns(database, appender as never, families, (plan) => ({
    usageLimitUsd: plan === 'free' ? 10 : Infinity,
    storedBytes: plan === 'free' ? 1_000 : null,
    descendantsPerExecution: 200,
  }));
}, 120_000);

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  [requested, reservedAt] = [[], []];
  outcome = 'counted';
  await database.pool.query('truncate usage_period, stored_bytes');
});

describe('child runs of an account', () => {
  it('are requested while the account is below its monthly usage limit', async () => {
    await used(9.99, '2026-11-01');
    await used(1_000, '2026-10-01');
    await runs.request(child(), november);
    expect(requested).toMatchObject([
      { workflowId, accountId, workflowName: 'Child', deploymentVersion: 1, parent: { depth: 1 } },
    ]);
  });

  it('are refused while the workflow is paused, unless they were requested before', async () => {
    const pause = (at: Date | null): Promise<unknown> =>
      database.pool.query('update workflow set paused_at = $2 where id = $1', [workflowId, at]);
    await pause(new Date());
    await expect(runs.request(child(), november)).rejects.toMatchObject({
      name: 'ChildRunError',
      code: 'WORKFLOW_PAUSED',
      message: expect.stringContaining('"Child" is paused. Resume it'),
    });
    await runs.request(child({ repeat: true }), november);
    await pause(null);
    await runs.request(child(), november);
    expect(requested).toHaveLength(2);
  });

  it('are refused with USAGE_EXCEEDED once the account reaches its limit', async () => {
    await used(10, '2026-11-01');
    await expect(runs.request(child(), november)).rejects.toMatchObject({
      name: 'ChildRunError',
      code: 'USAGE_EXCEEDED',
      message: 'The account has used its 10 USD of this month',
    });
    expect(requested).toEqual([]);
  });

  it("are refused once the account's stored bytes are at their limit", async () => {
    const stored = (bytes: number): Promise<unknown> =>
      database.pool.query('insert into stored_bytes values ($1, 0, $2::int, $3, $2::int)', [
        workspaceId,
        bytes,
        accountId,
      ]);
    await stored(999);
    await runs.request(child(), november);
    await stored(1);
    await expect(runs.request(child(), november)).rejects.toMatchObject({
      code: 'STORAGE_EXCEEDED',
      message: expect.stringMatching(/ 1000 bytes .*"storedBytes".*raise/),
    });
    expect(requested).toHaveLength(1);
  });

  it('are refused with limit, plan and remedy when the family is full', async () => {
    outcome = 'too_large';
    await expect(runs.request(child(), november)).rejects.toMatchObject({
      code: 'FAMILY_TOO_LARGE',
      message: expect.stringMatching(/200 .*"descendantsPerExecution" of the plan "free".*raise/),
    });
    expect(requested).toEqual([]);
  });

  it('are not requested below a cancelled execution', async () => {
    outcome = 'cancelled';
    await expect(runs.request(child(), november)).rejects.toMatchObject({
      name: 'FamilyStoppedError',
    });
    expect(requested).toEqual([]);
  });

  it('are requested as repeats when they were counted before', async () => {
    await runs.request(child(), november);
    outcome = 'known';
    await runs.request(child(), november);
    expect(requested.map(({ repeat }) => repeat)).toEqual([false, true]);
    expect(reservedAt).toEqual([expect.stringMatching(/^\d{13}$/), expect.anything()]);
  });

  it('are requested above the usage limit when they may be repeats', async () => {
    await used(10, '2026-11-01');
    await runs.request(child({ repeat: true }), november);
    expect(requested).toHaveLength(1);
  });
});
