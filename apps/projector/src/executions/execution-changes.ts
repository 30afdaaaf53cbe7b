import { isTurnWait } from '@libs/contracts';
import type { LedgerEvent } from '@libs/ledger';
import { type NotedChange, notedChange } from '../engine/noted-change.js';

/** What a ledger event changes on pages: its execution, approvals that wait, and notifications. */
export function changesOfLedger(event: LedgerEvent): readonly NotedChange[] {
  switch (event.type) {
    case 'ExecutionStarted': {
      const { executionId: id, workspaceId, workflowId, requestedAt: startedAt } = event.data;
      const status = 'running';
      return [notedChange({ topic: 'executions', id, workspaceId, workflowId, status, startedAt })];
    }
    case 'ExecutionCompleted': {
      const { executionId: id, workspaceId, workflowId, status, startedAt, endedAt } = event.data;
      const identity = { workspaceId, workflowId };
      const end = notedChange({ topic: 'executions', id, ...identity, status, startedAt, endedAt });
      const isNoticed = event.data.trigger === 'schedule' && event.data.error !== null;
      return isNoticed
        ? [end, notedChange({ topic: 'notifications', id, ...identity, status: 'schedule-failed' })]
        : [end];
    }
    case 'ExecutionParked': {
      const { executionId: id, workspaceId, waits } = event.data;
      const status = waits.some(isTurnWait) ? 'queued' : 'paused';
      const pause = notedChange({ topic: 'executions', id, workspaceId, status });
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
      const resumed = notedChange({ topic: 'executions', id, status: 'running' });
      // An approval is answered or runs out of time; both may be of another kind of wait.
      return reason === 'data' || reason === 'timer'
        ? [resumed, notedChange({ topic: 'approvals', id })]
        : [resumed];
    }
    case 'BlockStarted':
    case 'BlockAttemptFailed':
    case 'BlockOutputStreamed':
    case 'BlockCompleted':
    case 'PartitionClaimed':
      return [];
  }
}
