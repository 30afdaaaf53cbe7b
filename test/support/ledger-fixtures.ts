/**
 * Ledger records as the runner writes them, for tests of the ledger's readers: real frames, real
 * headers.
 */
import {
  encodeRecord,
  headers,
  ledgerEventIdOf,
  logIdOf,
  topics,
  type BlockCompleted,
  type ExecutionCompleted,
  type ExecutionStarted,
  type RecordTypes,
} from '@libs/contracts';
import type { OutgoingRecord, ReceivedRecord } from '@libs/event-log';
import type { LedgerEventType } from '@libs/ledger';

export const startOfTime = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

export interface ExecutionIdentity {
  readonly executionId: string;
  readonly workspaceId: string;
  readonly accountId: string;
  readonly workflowId: string;
}

export const identity = (executionId: string, workspaceId: string): ExecutionIdentity => ({
  executionId,
  workspaceId,
  accountId: '11111111-1111-4111-8111-111111111111',
  workflowId: '22222222-2222-4222-8222-222222222222',
});

const common = (of: ExecutionIdentity) => ({
  ...of,
  workflowName: 'Order intake',
  deploymentVersion: 3,
  definitionHash: 'ab'.repeat(32),
  trigger: 'webhook',
  triggerBlockId: 'hook',
});

export const executionStarted = (
  of: ExecutionIdentity,
  over: Partial<ExecutionStarted> = {},
): ExecutionStarted => ({
  ...common(of),
  sequence: 1,
  occurredAt: startOfTime + 1,
  input: '{"body":{"id":7}}',
  requestedAt: startOfTime,
  requestOffset: 0,
  deadlineAt: null,
  engineVersion: '1',
  parent: null,
  rerunOf: null,
  carried: null,
  retentionDays: 0,
  quiet: false,
  environment: null,
  ...over,
});

export const blockCompleted = (
  executionId: string,
  sequence: number,
  blockId: string,
  over: Partial<BlockCompleted> = {},
): BlockCompleted => ({
  executionId,
  sequence,
  occurredAt: startOfTime + sequence,
  blockId,
  blockName: blockId.toUpperCase(),
  blockType: 'api',
  iteration: '',
  startedAt: startOfTime + 2,
  endedAt: startOfTime + 5,
  input: null,
  output: '{"status":200}',
  error: null,
  ports: ['out'],
  attempts: 1,
  cost: 0,
  models: null,
  ...over,
});

export const executionCompleted = (
  of: ExecutionIdentity,
  sequence: number,
  over: Partial<ExecutionCompleted> = {},
): ExecutionCompleted => ({
  ...common(of),
  sequence,
  occurredAt: startOfTime + 10,
  logId: logIdOf(of.executionId),
  status: 'success',
  level: 'info',
  startedAt: startOfTime,
  endedAt: startOfTime + 10,
  totalDurationMs: 10,
  cost: { total: 0.25, tokens: { prompt: 1, completion: 2, total: 3 }, models: {} },
  files: null,
  finalOutput: '{"ok":true}',
  error: null,
  response: null,
  quiet: false,
  ...over,
});

/** One event as its writer appends it. */
export function ledgerRecord<T extends LedgerEventType>(
  partition: number,
  claimOffset: number,
  type: T,
  data: RecordTypes[T],
  extraHeaders: Readonly<Record<string, string>> = {},
): OutgoingRecord {
  const { executionId = null, sequence = 0 } = data as { executionId?: string; sequence?: number };
  return {
    topic: topics.events,
    partition,
    key: executionId,
    value: encodeRecord(type, data),
    headers: {
      [headers.eventType]: type,
      [headers.eventId]: ledgerEventIdOf(executionId ?? '', sequence),
      [headers.claimOffset]: String(claimOffset),
      ...extraHeaders,
    },
  };
}

export const claimRecord = (partition: number, writerId: string): OutgoingRecord =>
  ledgerRecord(partition, 0, 'PartitionClaimed', {
    partition,
    writerId,
    claimOffset: null,
    host: 'test',
    engineVersion: '1',
    claimedAt: startOfTime,
  });

/** The same record as a reader receives it. */
export const received = (record: OutgoingRecord, offset: number): ReceivedRecord => ({
  topic: record.topic,
  partition: record.partition ?? 0,
  offset,
  key: record.key,
  value: record.value,
  headers: record.headers ?? {},
  timestampMs: startOfTime,
});
