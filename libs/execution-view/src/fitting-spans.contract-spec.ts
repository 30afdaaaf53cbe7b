import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { childExecutionIdOf, type WorkflowExecutionCompleted } from '@libs/contracts';
import { type Database, openDatabase } from '@libs/persistence';
import {
  completion,
  type Owner,
  storeLog,
  storeOwner,
} from '../../../test/support/delivery-fixtures.js';
import { createMigratedDatabase } from '../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../test/support/stack.js';
import { readFittingSpans } from './fitting-spans.js';

/** As bodies of webhook events have. */
const maxBytes = 256 * 1024;

let test: TestDatabase;
let database: Database;
let owner: Owner;

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 5, applicationName: 'test' });
  owner = await storeOwner(database);
}, 120_000);
afterAll(async () => {
  await database.close();
  await test.drop();
});

const startedAt = Date.UTC(2026, 0, 2);

async function storeExecution(of = owner, input?: unknown): Promise<WorkflowExecutionCompleted> {
  const completed = completion(of, { startedAt, endedAt: startedAt + 900 });
  await storeLog(database, completed, input);
  return completed;
}

interface StoredBlock {
  readonly iteration?: string;
  readonly type?: string;
  readonly attempts?: number;
  readonly output?: unknown;
}

async function storeBlock(
  { executionId }: WorkflowExecutionCompleted,
  blockId: string,
  { iteration = '', type = 'api', attempts = 1, output = null }: StoredBlock = {},
): Promise<void> {
  await database.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, attempts, output)
     values ($1, $2, $3, upper($2), $4, 'success', 9, $5, $6, $7, $8)`,
    [
      ...[executionId, blockId, iteration, type, new Date(startedAt + 10)],
      ...[new Date(startedAt + 500), attempts, JSON.stringify(output)],
    ],
  );
}

async function storeFailedAttempt({ executionId }: WorkflowExecutionCompleted): Promise<void> {
  await database.pool.query(
    `insert into block_attempt (execution_id, sequence, block_id, iteration, attempt_number, status, error_code, message, duration_ms, occurred_at, retry_at)
     values ($1, 3, 'call', '', 1, 503, 'HTTP_STATUS', 'The answer was 503', 40, $2, $3)`,
    [executionId, new Date(startedAt + 50), new Date(startedAt + 250)],
  );
}

async function spansOf(completed: WorkflowExecutionCompleted): Promise<unknown> {
  const spans = await readFittingSpans(database.pool, [completed], maxBytes);
  const text = spans.get(completed.executionId);
  return text == null ? text : (JSON.parse(text) as unknown);
}

describe('the spans in a webhook event', () => {
  it('are a tree that begins with the trigger and lists the attempts of each block', async () => {
    const completed = await storeExecution();
    await storeBlock(completed, 'call', { attempts: 2, output: { status: 200 } });
    await storeFailedAttempt(completed);
    await storeBlock(completed, 'inner', { iteration: 'each[0]' });
    await storeBlock(completed, 'each', { type: 'loop' });
    expect(await spansOf(completed)).toMatchObject([
      { id: 'hook', type: 'webhook', output: { id: 7 }, attempts: [], attemptCount: 1 },
      {
        id: 'call',
        output: { status: 200 },
        attempts: [{ attemptNumber: 1, status: 503, errorCode: 'HTTP_STATUS', durationMs: 40 }],
        attemptCount: 2,
        children: [
          { id: 'call#1', type: 'attempt', status: 'error' },
          { id: 'call#2', type: 'attempt', status: 'success', durationMs: 250 },
        ],
      },
      { id: 'each', children: [{ id: 'each[0]', children: [{ id: 'inner:each[0]' }] }] },
    ]);
  });

  it('show an encrypted value as a mark', async () => {
    const completed = await storeExecution(owner, { token: { $encrypted: 'c2VhbGVk' } });
    expect(await spansOf(completed)).toMatchObject([{ output: { token: '[secret]' } }]);
  });

  it('name child runs of their own workspace only', async () => {
    const [completed, foreign] = await Promise.all([storeExecution(), storeOwner(database)]);
    await storeBlock(completed, 'child', { type: 'workflow' });
    const child = { executionId: childExecutionIdOf(completed.executionId, 'child', '') };
    await storeBlock(completed, 'other', { type: 'workflow' });
    const other = { executionId: childExecutionIdOf(completed.executionId, 'other', '') };
    await storeLog(database, completion(owner, child));
    await storeLog(database, completion(foreign, other));
    expect(await spansOf(completed)).toMatchObject([
      { id: 'hook' },
      { id: 'child', children: [{ type: 'execution', ...child, truncated: true }] },
      { id: 'other', children: [] },
    ]);
  });

  it('are left out when the input, the outputs or the attempts alone exceed a body', async () => {
    const large = 'x'.repeat(300 * 1024);
    const [input, output, attempts, small] = await Promise.all([
      storeExecution(owner, { large }),
      storeExecution(),
      storeExecution(),
      storeExecution(),
    ]);
    await storeBlock(output, 'call', { output: large });
    await storeBlock(attempts, 'call', { attempts: 1_000 });
    const spans = await readFittingSpans(database.pool, [input, output, attempts, small], maxBytes);
    const found = [input, output, attempts, small].map(({ executionId }) => spans.get(executionId));
    expect(found).toEqual([null, null, null, expect.stringContaining('"hook"')]);
  });

  it('are an empty list for an execution whose log was deleted', async () => {
    expect(await spansOf(completion(owner))).toEqual([]);
  });
});
