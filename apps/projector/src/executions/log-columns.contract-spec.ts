/** What logs say besides: the same for any cut of the ledger into batches, and after a rebuild. */
import { describe, expect, it } from '@jest/globals';
import { statusError } from '@libs/blocks';
import { randomUUID } from 'node:crypto';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
  startOfTime,
} from '../../../../test/support/ledger-fixtures.js';
import { openProjectedLedger } from '../../../../test/support/projected-ledger.js';
import { executionsProjection } from './executions.projection.js';

const ledger = openProjectedLedger(executionsProjection);
const parent = { executionId: randomUUID(), blockId: 'child', iteration: '', waitId: 2, depth: 1 };
const rerunOf = randomUUID();
const error = { ...statusError(402), blockId: 'charge', blockName: 'Charge card' };
const models =
  '{"gpt":{"input":1,"output":1,"total":2,"tokens":{"prompt":1,"completion":2,"total":3}}}';

/** @returns the failed execution */
function append(workspaceId: string, deploymentVersion = 3): string {
  const of = identity(randomUUID(), workspaceId);
  const { executionId } = of;
  const attempt = {
    ...{ executionId, sequence: 2, occurredAt: startOfTime, attemptNumber: 1, status: 503 },
    ...{ blockId: 'charge', blockName: 'Charge card', blockType: 'api', iteration: '' },
    ...{ errorCode: 'HTTP_STATUS', message: 'It failed', durationMs: 1, retryAt: startOfTime },
  };
  ledger.append(
    0,
    ledgerRecord(
      0,
      0,
      'ExecutionStarted',
      executionStarted(of, { deploymentVersion, rerunOf, parent, requestedAt: Date.now() }),
    ),
    ledgerRecord(0, 0, 'BlockAttemptFailed', attempt),
    ledgerRecord(
      0,
      0,
      'BlockCompleted',
      blockCompleted(executionId, 3, 'charge', { attempts: 3, error, ports: [], models }),
    ),
    ledgerRecord(
      0,
      0,
      'ExecutionCompleted',
      executionCompleted(of, 4, {
        ...{ deploymentVersion, status: 'error', level: 'error', error, endedAt: Date.now() },
      }),
    ),
  );
  return executionId;
}

async function read(executionId: string): Promise<object | undefined> {
  const { rows } = await ledger.database.pool.query<object>(
    `select l.result, l.failed_attempts, l.parent_execution_id, l.rerun_of, d.began_at, d.parent_block_id, b.models,
       array[b.ledger_offset - d.first_offset, a.ledger_offset - d.first_offset, l.ledger_offset - d.first_offset]::int[] as offsets,
       l.fingerprint is not distinct from g.fingerprint as is_grouped, l.fingerprint is not null as has_fingerprint
     from execution_log l join execution_detail d using (execution_id) join block_execution b using (execution_id)
     join block_attempt a using (execution_id) left join error_group g on g.workspace_id = l.workspace_id
     where l.execution_id = $1`,
    [executionId],
  );
  return rows[0];
}

describe('what a log says', () => {
  it.each([1, 2, 3, 100])('is the same, %s records at a time', async (atMost) => {
    const [executionId, draft] = [append(randomUUID()), append(randomUUID(), -1)];
    await ledger.projectAll(atMost);
    const all = {
      ...{ result: 'HTTP 402 in Charge card', failed_attempts: 3, offsets: [2, 1, 3] },
      ...{ parent_execution_id: parent.executionId, rerun_of: rerunOf, parent_block_id: 'child' },
      ...{ began_at: new Date(startOfTime + 1), models: JSON.parse(models) as unknown },
    };
    expect(await read(executionId)).toEqual({ ...all, is_grouped: true, has_fingerprint: true });
    expect(await read(draft)).toEqual({ ...all, is_grouped: true, has_fingerprint: false });
  });

  it('is the same after a rebuild', async () => {
    const executionId = append(randomUUID());
    await ledger.projectAll(3);
    const before = await read(executionId);
    await ledger.rebuild();
    expect(await read(executionId)).toEqual(before);
  }, 120_000);
});
