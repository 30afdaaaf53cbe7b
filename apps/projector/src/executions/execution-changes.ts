import { isTurnWait } from '@libs/contracts';
import type { LedgerEvent } from '@libs/ledger';
import { type NotedChange, notedChange } from '../engine/noted-change.js';

/** What a ledger event changes on pages: its execution, and approvals that wait for a person. */
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
      return [notedChange({ topic: 'executions', id, ...identity, status, startedAt, endedAt })];
    }
    case 'ExecutionParked': {
      const { executionId: id, workspaceId, waits } = event.data;
      const status = waits.some(isTurnWait) ? 'queued' : 'paused';
      const pause = notedChange({ topic: 'executions', id, workspaceId, status });
      const asks = waits.some(({ kind }) => kind === 'approval');
      return asks
        ? [pause, notedChange({ topic: 'approvals', id, workspaceId, status: 'waiting' })]
        : [pause];
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
