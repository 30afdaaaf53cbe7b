import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createBucket, insertLogRow } from '../testing/log-rows.js';
import { openLogWorkspace } from '../testing/log-workspace.js';

const api = openLogWorkspace();
const began = Date.UTC(2026, 0, 1);
const bucket = 3_020_600;

async function wait(
  executionId: string,
  iteration: string,
  { type = 'approval', hasEnded = false, retentionBucket = 0 } = {},
): Promise<void> {
  await api.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at,
       input, retention_bucket)
     values ($1, 'approve', $2, 'Approve', $3, 'running', 2, now(), case when $4 then now() end, $5, $6)`,
    [
      ...[executionId, iteration, type, hasEnded],
      ...[{ message: `Pay ${iteration}?`, expiresAt: '2026-11-28T10:00:00.000Z' }, retentionBucket],
    ],
  );
}

async function execution(over: object = {}, tenant = api.tenant): Promise<string> {
  const executionId = randomUUID();
  const owner = { ...tenant, workflowId: api.workflowId };
  await insertLogRow(api, owner, { executionId, status: 'running', startedAt: began, ...over });
  return executionId;
}

async function all(limit: number): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { status, body } = await api.call<'listApprovals'>(
      'GET',
      `approvals?state=waiting&limit=${limit}${more}`,
    );
    expect(status).toBe(200);
    seen.push(...body.data.map((one) => `${one.executionId} ${one.iteration}`));
    cursor = body.nextCursor;
  }
  return seen;
}

let expected: string[];

beforeAll(async () => {
  await createBucket(api, bucket);
  await api.pool.query(
    `create table block_execution_r${bucket} partition of block_execution for values in (${bucket})`,
  );
  const many = await execution();
  for (const iteration of ['all[0]', 'all[1]', 'all[2]']) await wait(many, iteration);
  await wait(many, 'all[3]', { hasEnded: true });
  await wait(await execution({ startedAt: began + 1 }), '', { type: 'wait' });
  const kept = await execution({ startedAt: began + 2, retentionBucket: bucket });
  await wait(kept, '', { retentionBucket: bucket });
  await wait(await execution({ startedAt: began + 3, status: 'success' }), '');
  await wait(await execution({}, api.stranger), '');
  expected = [`${many} all[0]`, `${many} all[1]`, `${many} all[2]`, `${kept} `];
});

describe('the approvals that wait', () => {
  it('come once each on pages of any size: none that ended, of others, or of ended executions', async () => {
    for (const limit of [1, 2, 3, 4, 100]) expect(await all(limit)).toEqual(expected);
  });

  it('have what a person needs to decide', async () => {
    const { body } = await api.call<'listApprovals'>('GET', 'approvals?limit=1');
    expect(body.data).toMatchObject([
      {
        ...{ workflowId: api.workflowId, workflowName: 'Order intake', blockId: 'approve' },
        ...{ blockName: 'Approve', message: 'Pay all[0]?', expiresAt: '2026-11-28T10:00:00.000Z' },
      },
    ]);
  });

  it('are found behind many executions that wait for none', async () => {
    await api.pool.query(
      `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
         definition_hash, status, level, trigger, started_at, ledger_partition, ledger_offset)
       select gen_random_uuid(), gen_random_uuid(), $1, $2, $3, 'w', 1, 'h', 'running', 'info', 'api', timestamptz '2026-02-01', 0, 0
       from generate_series(1, 2100)`,
      [api.tenant.workspaceId, api.tenant.accountId, api.workflowId],
    );
    const last = await execution({ startedAt: began + 90 * 86_400_000 });
    await wait(last, '');
    expect(await all(100)).toEqual([...expected, `${last} `]);
  });

  it('are refused with a wrong cursor or state', async () => {
    for (const query of ['cursor=x', 'state=answered', 'limit=0'])
      expect([query, (await api.call('GET', `approvals?${query}`)).status]).toEqual([query, 400]);
  });
});
