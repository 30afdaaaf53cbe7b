/**
 * Ledger events to the public topics, the contract for downstream teams. Pure. Ids derive from the
 * ledger's ids, so a republished record keeps its id. Headers are CloudEvents 1.0 in binary mode:
 * any CloudEvents library reads the envelope without our schemas.
 */
import {
  completionEventIdOf,
  headers,
  recordOf,
  stepEventIdOf,
  traced,
  type BlockCompleted,
  type ExecutionCompleted,
  type WorkflowExecutionCompleted,
  type WorkflowStepCompleted,
} from '@libs/contracts';
import type { OutgoingRecord, ReceivedRecord } from '@libs/event-log';
import type { LedgerEvent } from '@libs/ledger';

function executionCompletedOf(
  data: ExecutionCompleted,
  ledgerPartition: number,
  ledgerOffset: number,
): WorkflowExecutionCompleted {
  return {
    eventId: completionEventIdOf(data.executionId),
    executionId: data.executionId,
    workspaceId: data.workspaceId,
    accountId: data.accountId,
    workflowId: data.workflowId,
    workflowName: data.workflowName,
    deploymentVersion: data.deploymentVersion,
    trigger: data.trigger,
    logId: data.logId,
    status: data.status,
    level: data.level,
    startedAt: data.startedAt,
    endedAt: data.endedAt,
    totalDurationMs: data.totalDurationMs,
    cost: data.cost,
    files: data.files,
    finalOutput: data.finalOutput,
    error: data.error,
    ledgerPartition,
    ledgerOffset,
    draft: data.deploymentVersion < 0,
    quiet: data.quiet,
  };
}

function stepCompletedOf(data: BlockCompleted): WorkflowStepCompleted {
  return {
    eventId: stepEventIdOf(data.executionId, data.sequence),
    executionId: data.executionId,
    sequence: data.sequence,
    blockId: data.blockId,
    blockName: data.blockName,
    blockType: data.blockType,
    iteration: data.iteration,
    startedAt: data.startedAt,
    endedAt: data.endedAt,
    output: data.output,
    error: data.error,
    ports: data.ports,
  };
}

/** The public record of a ledger event, or null when it has none. */
export function publicRecordOf(event: LedgerEvent, source: ReceivedRecord): OutgoingRecord | null {
  const marks = traced(source.headers[headers.traceparent]);
  if (event.type === 'ExecutionCompleted') {
    const data = executionCompletedOf(event.data, source.partition, source.offset);
    return recordOf('WorkflowExecutionCompleted', data, marks);
  }
  if (event.type === 'BlockCompleted')
    return recordOf('WorkflowStepCompleted', stepCompletedOf(event.data), marks);
  return null;
}
