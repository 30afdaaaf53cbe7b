/** What members should look at: over batches, repeated records, many workflows and a rebuild. */
import { describe, expect, it } from '@jest/globals';
import type { ExecutionCompleted } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import {
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { openProjectedLedger } from '../../../../test/support/projected-ledger.js';
import { executionsProjection } from './executions.projection.js';

/** Noon, so that a few milliseconds before are of the same day. */
const now = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000;
const msPerDay = 86_400_000;
const ledger = openProjectedLedger(executionsProjection);
const error = { code: 'TIMEOUT', message: 'too late', blockId: 'call', blockName: 'Call' };

interface Scheduled extends Partial<ExecutionCompleted> {
  readonly partition?: number;
  /** How often its end is in the ledger. */
  readonly ends?: number;
}

/** @returns the execution */
function appendRun(workspaceId: string, scheduled: Scheduled = {}): string {
  const { partition = 0, ends = 1, ...over } = scheduled;
  const of = identity(randomUUID(), workspaceId);
  const { deploymentVersion = 3, trigger = 'schedule', workflowId = of.workflowId } = over;
  const started = executionStarted(of, { deploymentVersion, trigger, workflowId });
  const completed = executionCompleted(of, 3, {
    ...{ status: 'error', level: 'error', endedAt: now, error, trigger, workflowId },
    ...over,
  });
  ledger.append(partition, ledgerRecord(partition, 0, 'ExecutionStarted', started));
  for (let n = 0; n < ends; n += 1)
    ledger.append(partition, ledgerRecord(partition, 0, 'ExecutionCompleted', completed));
  return of.executionId;
}

/** Asks for as many approvals. @returns the execution */
function appendApprovals(
  workspaceId: string,
  times: readonly number[],
  { deploymentVersion = 3, partition = 0, blockType = 'approval' } = {},
): string {
  const of = identity(randomUUID(), workspaceId);
  const started = executionStarted(of, { deploymentVersion });
  ledger.append(partition, ledgerRecord(partition, 0, 'ExecutionStarted', started));
  times.forEach((occurredAt, at) =>
    ledger.append(
      partition,
      ledgerRecord(partition, 0, 'BlockStarted', {
        ...{ executionId: of.executionId, sequence: 2 + at, occurredAt },
        ...{ blockId: 'ask', blockName: 'Ask', blockType, iteration: `all[${at}]`, input: '{}' },
      }),
    ),
  );
  return of.executionId;
}

async function notified(workspaceId: string): Promise<object[]> {
  const { rows } = await ledger.database.pool.query<object>(
    `select kind, ledger_partition as partition, count, first_at, last_at, execution_id, code
     from notification where workspace_id = $1 order by day, kind, workflow_id, ledger_partition`,
    [workspaceId],
  );
  return rows;
}

describe('notifications', () => {
  it.each([1, 2, 3, 100])(
    'count failed runs of a schedule once each, %s records at a time',
    async (atMost) => {
      const workspaceId = randomUUID();
      appendRun(workspaceId, { ends: 3, endedAt: now - 5 });
      const last = appendRun(workspaceId, { ends: 2, error: { ...error, code: 'HTTP_STATUS' } });
      const other = appendRun(workspaceId, { partition: 1 });
      appendRun(workspaceId, { status: 'success', error: null });
      appendRun(workspaceId, { trigger: 'webhook' });
      appendRun(workspaceId, { deploymentVersion: -1 });
      appendRun(randomUUID());
      await ledger.projectAll(atMost);
      const [kind, at] = ['schedule-failed', new Date(now)];
      expect(await notified(workspaceId)).toEqual([
        {
          ...{ kind, partition: 0, count: 2, first_at: new Date(now - 5), last_at: at },
          ...{ execution_id: last, code: 'HTTP_STATUS' },
        },
        {
          ...{ kind, partition: 1, count: 1, first_at: at, last_at: at },
          ...{ execution_id: other, code: 'TIMEOUT' },
        },
      ]);
    },
  );

  it.each([1, 2, 100])(
    'count approvals that are asked for, %s records at a time',
    async (atMost) => {
      const workspaceId = randomUUID();
      const last = appendApprovals(workspaceId, [now - 9, now]);
      appendApprovals(workspaceId, [now - 1]);
      appendApprovals(workspaceId, [now], { deploymentVersion: -1 });
      appendApprovals(workspaceId, [now], { blockType: 'api' });
      await ledger.projectAll(atMost);
      expect(await notified(workspaceId)).toEqual([
        {
          ...{ kind: 'approval-asked', partition: 0, count: 3, execution_id: last, code: null },
          ...{ first_at: new Date(now - 9), last_at: new Date(now) },
        },
      ]);
    },
  );

  it('are grouped by day, and none is too old', async () => {
    const workspaceId = randomUUID();
    for (const days of [0, 0, 2, 31]) appendRun(workspaceId, { endedAt: now - days * msPerDay });
    appendApprovals(workspaceId, [now - 31 * msPerDay]);
    await ledger.projectAll(7);
    expect(await notified(workspaceId)).toMatchObject([{ count: 1 }, { count: 2 }]);
  });

  it('are of 200 workflows at most for a day and partition, also after a rebuild', async () => {
    const workspaceId = randomUUID();
    const workflows = Array.from({ length: 210 }, () => randomUUID());
    for (const workflowId of workflows) appendRun(workspaceId, { workflowId });
    const [first, last] = [workflows[0] ?? '', workflows[209] ?? ''];
    for (const workflowId of [first, last]) appendRun(workspaceId, { workflowId });
    appendApprovals(workspaceId, [now]);
    await ledger.projectAll(90);
    const found = await notified(workspaceId);
    expect(found).toHaveLength(201);
    expect(found.filter((one) => 'count' in one && one.count === 2)).toHaveLength(1);
    await ledger.rebuild();
    expect(await notified(workspaceId)).toEqual(found);
  });
});
