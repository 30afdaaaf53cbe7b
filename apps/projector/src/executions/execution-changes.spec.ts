import { describe, expect, it } from '@jest/globals';
import { statusError } from '@libs/blocks';
import type { ParkedWait } from '@libs/contracts';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
  startOfTime,
} from '../../../../test/support/ledger-fixtures.js';
import { changesOfLedger } from './execution-changes.js';

const of = identity('00000000-0000-4000-8000-000000000001', '33333333-3333-4333-8333-333333333333');
const { executionId } = of;
const block = { blockId: 'charge', blockName: 'Charge card', blockType: 'api', iteration: '' };
const common = { executionId, sequence: 4, occurredAt: 1 };

const changesOf = (event: Parameters<typeof changesOfLedger>[0], attempts: number | null = null) =>
  changesOfLedger(event, ({ blockId }) => (blockId === 'charge' ? attempts : null));

describe('the changes of an execution', () => {
  it('name it whole when it begins and when it ends', () => {
    const [began] = changesOf({ type: 'ExecutionStarted', data: executionStarted(of) });
    const row = { id: executionId, workflowId: of.workflowId, trigger: 'webhook', draft: false };
    expect(began).toMatchObject({ ...row, status: 'running', startedAt: startOfTime });
    const { code, message } = statusError(402);
    const error = { code, message, blockId: 'charge', blockName: 'Charge card' };
    const ended = executionCompleted(of, 9, { status: 'error', level: 'error', error });
    const [end] = changesOf({ type: 'ExecutionCompleted', data: ended }, 3);
    expect(end).toMatchObject({
      ...{ ...row, status: 'error', startedAt: startOfTime, endedAt: startOfTime + 10 },
      ...{ totalDurationMs: 10, costUsd: 0.25, errorCode: code, errorBlock: 'Charge card' },
      result: 'HTTP 402 in Charge card, third try',
    });
  });

  it('say where it is, and that a failed try is repeated until its block has a result', () => {
    const started = { ...common, ...block, input: null };
    expect(changesOf({ type: 'BlockStarted', data: started })).toMatchObject([
      { id: executionId, status: null, result: 'In Charge card' },
    ]);
    const failed = {
      ...{ ...common, ...block, attemptNumber: 2, status: 503, errorCode: 'HTTP_STATUS' },
      ...{ message: statusError(503).message, durationMs: 1, retryAt: 5 },
    };
    expect(changesOf({ type: 'BlockAttemptFailed', data: failed })).toMatchObject([
      { status: 'retrying', result: 'HTTP 503 in Charge card, second try' },
    ]);
    const once = blockCompleted(executionId, 5, 'charge');
    expect(changesOf({ type: 'BlockCompleted', data: once })).toEqual([]);
    expect(changesOf({ type: 'BlockCompleted', data: { ...once, attempts: 3 } })).toMatchObject([
      { status: 'running', retry: { blockKey: 'charge:', isOver: true } },
    ]);
  });

  it.each([
    ['turn', 'queued', 'Waits for a free slot'],
    ['retry', 'retrying', null],
    ['timer', 'paused', null],
  ])('of a wait of kind %s have the status %s', (kind, status, result) => {
    const wait: ParkedWait = {
      ...{ blockId: 'charge', iteration: '', waitId: 1, kind },
      ...{ dueAt: null, childExecutionId: null },
    };
    const data = {
      ...common,
      workspaceId: of.workspaceId,
      dueAt: null,
      waits: [wait],
      state: '{}',
    };
    expect(changesOf({ type: 'ExecutionParked', data })).toMatchObject([{ status, result }]);
  });
});
