import { isTurnWait, type ParkedWait } from '@libs/contracts';
import { endingText, openBlockText, queuedText, withAttempts } from '@libs/execution-view';
import type { LedgerEvent } from '@libs/ledger';
import { type NotedChange, notedChange } from '../engine/noted-change.js';

interface Block {
  readonly executionId: string;
  readonly blockId: string;
  readonly iteration: string;
}

const blockKeyOf = ({ blockId, iteration }: Block): string => `${blockId}:${iteration}`;

/** As lists show it: a try that is repeated later counts as `retrying`, parked or not. */
function statusOf(waits: readonly ParkedWait[]): string {
  if (waits.some(isTurnWait)) return 'queued';
  return waits.some(({ kind }) => kind === 'retry') ? 'retrying' : 'paused';
}

/**
 * What a ledger event changes on pages: its execution, approvals that wait, and notifications.
 * @param attemptsOf how often a block of this execution was tried; null if the batch does not say
 */
export function changesOfLedger(
  event: LedgerEvent,
  attemptsOf: (block: Block) => number | null,
): readonly NotedChange[] {
  switch (event.type) {
    case 'ExecutionStarted': {
      const { executionId: id, workspaceId, workflowId, requestedAt: startedAt } = event.data;
      const { trigger, deploymentVersion } = event.data;
      const identity = {
        workspaceId,
        workflowId,
        startedAt,
        trigger,
        draft: deploymentVersion < 0,
      };
      return [notedChange({ topic: 'executions', id, ...identity, status: 'running' })];
    }
    case 'ExecutionCompleted':
      return changesOfEnd(event.data, attemptsOf);
    case 'ExecutionParked': {
      const { executionId: id, workspaceId, waits } = event.data;
      const status = statusOf(waits);
      const result = status === 'queued' ? queuedText : null;
      const pause = notedChange({ topic: 'executions', id, workspaceId, status, result });
      const asks = waits.some(({ kind }) => kind === 'approval');
      if (!asks) return [pause];
      return [
        pause,
        notedChange({ topic: 'approvals', id, workspaceId, status: 'waiting' }),
        notedChange({ topic: 'notifications', id, workspaceId, status: 'approval-asked' }),
      ];
    }
    case 'ExecutionResumed': {
      const { executionId: id, reason } = event.data;
      const result = reason === 'turn' ? '' : null;
      const resumed = notedChange({ topic: 'executions', id, status: 'running', result });
      // An approval is answered or runs out of time; both may be of another kind of wait.
      return reason === 'data' || reason === 'timer'
        ? [resumed, notedChange({ topic: 'approvals', id })]
        : [resumed];
    }
    case 'BlockStarted': {
      const { executionId: id, blockName } = event.data;
      const result = openBlockText(blockName, null);
      return [notedChange({ topic: 'executions', id, result })];
    }
    case 'BlockAttemptFailed': {
      const { executionId: id, blockName, errorCode: code, message } = event.data;
      const text = openBlockText(blockName, { code, message });
      const result = withAttempts(text, event.data.attemptNumber);
      const retry = { blockKey: blockKeyOf(event.data), isOver: false };
      return [notedChange({ topic: 'executions', id, status: 'retrying', result, retry })];
    }
    case 'BlockCompleted': {
      if (event.data.attempts <= 1) return [];
      const retry = { blockKey: blockKeyOf(event.data), isOver: true };
      const { executionId: id } = event.data;
      return [notedChange({ topic: 'executions', id, status: 'running', retry })];
    }
    case 'BlockOutputStreamed':
    case 'PartitionClaimed':
      return [];
  }
}

type Completed = Extract<LedgerEvent, { type: 'ExecutionCompleted' }>['data'];

/** The text of the list, without the number of tries. */
export const resultOf = ({ status, error, response, finalOutput }: Completed): string =>
  endingText({ status, error, responseStatus: response?.status ?? null, finalOutput });

function changesOfEnd(
  data: Completed,
  attemptsOf: (block: Block) => number | null,
): readonly NotedChange[] {
  const { executionId: id, workspaceId, workflowId, status, startedAt, endedAt, error } = data;
  const { executionId, trigger, deploymentVersion, totalDurationMs, cost } = data;
  const blockId = error?.blockId ?? null;
  const attempts = blockId === null ? null : attemptsOf({ executionId, blockId, iteration: '' });
  const end = notedChange({
    topic: 'executions',
    id,
    workspaceId,
    workflowId,
    trigger,
    draft: deploymentVersion < 0,
    status,
    startedAt,
    endedAt,
    totalDurationMs,
    costUsd: cost.total,
    errorCode: error?.code ?? null,
    errorBlock: error?.blockName ?? null,
    result: withAttempts(resultOf(data), attempts),
  });
  if (trigger !== 'schedule' || error === null) return [end];
  const noticed = { topic: 'notifications', status: 'schedule-failed' } as const;
  return [end, notedChange({ ...noticed, id, workspaceId, workflowId })];
}
