/**
 * Ledger events to the public topics, the contract for downstream teams. Pure. Ids derive from the
 * ledger's ids, so a republished record keeps its id. Headers are CloudEvents 1.0 in binary mode:
 * any CloudEvents library reads the envelope without our schemas.
 */
import {
  completionEventIdOf,
  encodeRecord,
  headers,
  stepEventIdOf,
  topics,
  type BlockCompleted,
  type ExecutionCompleted,
  type WorkflowExecutionCompleted,
  type WorkflowStepCompleted,
} from '@libs/contracts';
import type { OutgoingRecord, ReceivedRecord } from '@libs/event-log';
import type { LedgerEvent } from '@libs/ledger';

/** CloudEvents types. Persisted: never renamed. */
const publicEventTypes = {
  executionCompleted: 'workflow.execution.completed',
  stepCompleted: 'workflow.step.completed',
} as const;

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

function envelope(
  source: ReceivedRecord,
  recordType: string,
  eventType: string,
  event: { readonly eventId: string; readonly executionId: string; readonly endedAt: number },
): Record<string, string> {
  const traceparent = source.headers[headers.traceparent];
  return {
    [headers.eventType]: recordType,
    [headers.eventId]: event.eventId,
    ...(traceparent === undefined ? {} : { [headers.traceparent]: traceparent }),
    [headers.ceSpecVersion]: '1.0',
    [headers.ceId]: event.eventId,
    // A URI reference relative to the service's address: the execution in the logs interface.
    [headers.ceSource]: `/v1/logs/executions/${event.executionId}`,
    [headers.ceType]: eventType,
    [headers.ceTime]: new Date(event.endedAt).toISOString(),
    [headers.contentType]: 'application/avro',
  };
}

/** The public record of a ledger event, or null when it has none. */
export function publicRecordOf(event: LedgerEvent, source: ReceivedRecord): OutgoingRecord | null {
  if (event.type === 'ExecutionCompleted') {
    const data = executionCompletedOf(event.data, source.partition, source.offset);
    return {
      topic: topics.completed,
      key: data.workflowId,
      value: encodeRecord('WorkflowExecutionCompleted', data),
      headers: envelope(
        source,
        'WorkflowExecutionCompleted',
        publicEventTypes.executionCompleted,
        data,
      ),
    };
  }
  if (event.type === 'BlockCompleted') {
    const data = stepCompletedOf(event.data);
    return {
      topic: topics.steps,
      key: data.executionId,
      value: encodeRecord('WorkflowStepCompleted', data),
      headers: envelope(source, 'WorkflowStepCompleted', publicEventTypes.stepCompleted, data),
    };
  }
  return null;
}
