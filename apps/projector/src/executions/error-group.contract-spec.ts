/** Groups of failed executions: over batches, repeated records, many messages and a rebuild. */
import { describe, expect, it } from '@jest/globals';
import type { ExecutionCompleted } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { openProjectedLedger } from '../../../../test/support/projected-ledger.js';
import { executionsProjection } from './executions.projection.js';

const now = Date.now();
const msPerDay = 86_400_000;
const ledger = openProjectedLedger(executionsProjection);

interface Failure extends Partial<ExecutionCompleted> {
  readonly message?: string;
  readonly code?: string;
  readonly partition?: number;
  /** How often its end is in the ledger. */
  readonly ends?: number;
}

/** @returns the execution */
function append(workspaceId: string, failure: Failure = {}): string {
  const { message = 'HTTP 402', code = 'HTTP_STATUS', partition = 0, ends = 1, ...over } = failure;
  const of = identity(randomUUID(), workspaceId);
  const started = executionStarted(of, { deploymentVersion: over.deploymentVersion ?? 3 });
  const completed = executionCompleted(of, 3, {
    ...{ status: 'error', level: 'error', endedAt: now },
    error: { code, message, blockId: 'call', blockName: 'Call' },
    ...over,
  });
  ledger.append(
    partition,
    ledgerRecord(partition, 0, 'ExecutionStarted', started),
    ledgerRecord(partition, 0, 'BlockCompleted', blockCompleted(of.executionId, 2, 'call')),
  );
  for (let n = 0; n < ends; n += 1)
    ledger.append(partition, ledgerRecord(partition, 0, 'ExecutionCompleted', completed));
  return of.executionId;
}

async function groupsOf(workspaceId: string): Promise<object[]> {
  const { rows } = await ledger.database.pool.query<object>(
    `select ledger_partition as partition, block_type, code, message, count, versions, execution_id,
       first_seen, last_seen
     from error_group where workspace_id = $1 order by day, ledger_partition, code, message`,
    [workspaceId],
  );
  return rows;
}

describe('groups of errors', () => {
  it.each([1, 2, 3, 100])(
    'count each failed execution once, %s records at a time',
    async (atMost) => {
      const workspaceId = randomUUID();
      append(workspaceId, { message: 'Order 7 failed', ends: 3, endedAt: now - 1 });
      const last = append(workspaceId, {
        message: 'Order 8 failed',
        deploymentVersion: 4,
        ends: 2,
      });
      const timeout = append(workspaceId, { code: 'TIMEOUT' });
      const other = append(workspaceId, { message: 'Order 9 failed', partition: 1 });
      append(workspaceId, { status: 'success', error: null });
      append(workspaceId, { deploymentVersion: -1 });
      append(randomUUID());
      await ledger.projectAll(atMost);
      const order = { block_type: 'api', code: 'HTTP_STATUS', message: 'Order <n> failed' };
      const seen = { first_seen: new Date(now), last_seen: new Date(now) };
      expect(await groupsOf(workspaceId)).toEqual([
        {
          ...{ partition: 0, ...order, count: 2, versions: [4, 3], execution_id: last },
          ...{ ...seen, first_seen: new Date(now - 1) },
        },
        {
          ...{ partition: 0, ...order, code: 'TIMEOUT', message: 'HTTP <n>', count: 1 },
          ...{ ...seen, versions: [3], execution_id: timeout },
        },
        { partition: 1, ...order, ...seen, count: 1, versions: [3], execution_id: other },
      ]);
    },
  );

  it('have the ten newest versions, by day, and none that is too old', async () => {
    const workspaceId = randomUUID();
    for (let version = 1; version <= 12; version += 1)
      append(workspaceId, { deploymentVersion: version });
    append(workspaceId, { endedAt: now - 2 * msPerDay });
    append(workspaceId, { endedAt: now - 91 * msPerDay });
    await ledger.projectAll(7);
    expect(await groupsOf(workspaceId)).toMatchObject([
      { count: 1, versions: [3] },
      { count: 12, versions: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3] },
    ]);
  });

  it('are a thousand at most for a workspace, day and partition; the rest is one group', async () => {
    const workspaceId = randomUUID();
    const letters = (n: number): string =>
      Array.from(n.toString(26), (digit) => String.fromCodePoint(97 + parseInt(digit, 26))).join(
        '',
      );
    for (let n = 0; n < 1_010; n += 1) append(workspaceId, { message: letters(n) });
    append(workspaceId, { message: letters(0) });
    const last = append(workspaceId, { message: letters(1_009) });
    await ledger.projectAll(400);
    const groups = (await groupsOf(workspaceId)) as { code: string; count: number }[];
    expect(groups).toHaveLength(1_001);
    expect(groups.find(({ code }) => code === 'OTHER')).toMatchObject({
      ...{ count: 11, block_type: null, message: '', versions: [], execution_id: last },
    });
    await ledger.rebuild();
    expect(await groupsOf(workspaceId)).toEqual(groups);
  }, 120_000);

  it('are equal after a rebuild', async () => {
    const workspaceId = randomUUID();
    for (let n = 0; n < 60; n += 1)
      append(workspaceId, {
        ...{ partition: n % 2, deploymentVersion: 1 + (n % 13), ends: 1 + (n % 2) },
        ...{ message: `at ${'x'.repeat(n % 5)}`, endedAt: now - (n % 3) * msPerDay },
      });
    await ledger.projectAll(7);
    const before = await groupsOf(workspaceId);
    await ledger.rebuild();
    expect(await groupsOf(workspaceId)).toEqual(before);
    expect(before).toHaveLength(2 * 5 * 3);
  }, 120_000);
});
