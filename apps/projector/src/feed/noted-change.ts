/** What one record changed, as the pages of its workspace are told. Pure. */
import type { RecordTypes, WorkspaceChange } from '@libs/contracts';
import type { LedgerEvent } from '@libs/ledger';
import { isTurnWait } from '@libs/contracts';
import type { DeliveryEvent } from '../deliveries/delivery.projection.js';

export type ChangedTopic = 'executions' | 'deliveries' | 'approvals' | 'workflows';

export interface NotedChange extends WorkspaceChange {
  readonly topic: ChangedTopic;
  /** Null: the record does not say. An earlier record of the same thing did. */
  readonly workspaceId: string | null;
}

type Told = Partial<NotedChange> & Pick<NotedChange, 'topic' | 'id'>;

const noted = (change: Told): NotedChange => ({
  ...{ workspaceId: null, workflowId: null, executionId: null, status: null },
  ...{ startedAt: null, endedAt: null, by: null },
  ...change,
});

export function changesOfLedger(event: LedgerEvent): readonly NotedChange[] {
  switch (event.type) {
    case 'ExecutionStarted': {
      const { executionId: id, workspaceId, workflowId, requestedAt: startedAt } = event.data;
      const status = 'running';
      return [noted({ topic: 'executions', id, workspaceId, workflowId, status, startedAt })];
    }
    case 'ExecutionCompleted': {
      const { executionId: id, workspaceId, workflowId, status, startedAt, endedAt } = event.data;
      const identity = { workspaceId, workflowId };
      return [noted({ topic: 'executions', id, ...identity, status, startedAt, endedAt })];
    }
    case 'ExecutionParked': {
      const { executionId: id, workspaceId, waits } = event.data;
      const status = waits.some(isTurnWait) ? 'queued' : 'paused';
      const pause = noted({ topic: 'executions', id, workspaceId, status });
      const asks = waits.some(({ kind }) => kind === 'approval');
      return asks
        ? [pause, noted({ topic: 'approvals', id, workspaceId, status: 'waiting' })]
        : [pause];
    }
    case 'ExecutionResumed': {
      const { executionId: id, reason } = event.data;
      const resumed = noted({ topic: 'executions', id, status: 'running' });
      // An approval is answered or runs out of time; both may be of another kind of wait.
      return reason === 'data' || reason === 'timer'
        ? [resumed, noted({ topic: 'approvals', id })]
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

export function changeOfDelivery({ type, data }: DeliveryEvent): NotedChange {
  const { deliveryId: id, state: status } = data;
  if (type !== 'DeliveryScheduled') return noted({ topic: 'deliveries', id, status });
  const { workspaceId, workflowId, executionId } = data;
  return noted({ topic: 'deliveries', id, workspaceId, workflowId, executionId, status });
}

/** Whether an operation on a workflow changes what its pages show. */
const ofWorkflows: ReadonlySet<string> = new Set([
  ...['createWorkflow', 'importWorkflow', 'updateWorkflow', 'changeWorkflow', 'deleteWorkflow'],
  ...['deployWorkflow', 'deployWorkflowVersion', 'undeployWorkflow'],
  ...['pauseWorkflow', 'resumeWorkflow'],
]);
const workflowInPath = /\/workflows\/([0-9a-f-]{36})(?:\/|$)/;

/** Null: it was refused, or it is no action on a workflow. */
export function changeOfAction(
  { action, workspaceId, path, keyId, userId }: RecordTypes['ManagementActionRequested'],
  { status, targetId }: RecordTypes['ManagementActionEnded'],
): NotedChange | null {
  if (!ofWorkflows.has(action) || status >= 400) return null;
  const id = workflowInPath.exec(path)?.[1] ?? targetId;
  if (id === null) return null;
  const by = userId ?? keyId;
  return noted({ topic: 'workflows', id, workspaceId, workflowId: id, status: action, by });
}
