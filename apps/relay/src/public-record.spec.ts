import { describe, expect, it } from '@jest/globals';
import { completionEventIdOf, decodeRecord, stepEventIdOf } from '@libs/contracts';
import type { LedgerEvent } from '@libs/ledger';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
  received,
} from '../../../test/support/ledger-fixtures.js';
import { publicRecordOf } from './public-record.js';

const executionId = '00000001-0000-4000-8000-000000000000';
const of = identity(executionId, '33333333-3333-4333-8333-333333333333');
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('public records', () => {
  it('announce an end with the workflow as key and stable ids', () => {
    const event: LedgerEvent = { type: 'ExecutionCompleted', data: executionCompleted(of, 5) };
    const source = received(
      ledgerRecord(4, 0, 'ExecutionCompleted', event.data, { traceparent }),
      77,
    );
    const record = publicRecordOf(event, source);
    expect(record).toMatchObject({
      topic: 'workflow.execution.completed',
      key: of.workflowId,
      headers: {
        'event-type': 'WorkflowExecutionCompleted',
        'event-id': completionEventIdOf(executionId),
        traceparent,
        ce_specversion: '1.0',
        ce_id: completionEventIdOf(executionId),
        ce_source: `/v1/logs/executions/${executionId}`,
        ce_type: 'workflow.execution.completed',
        ce_time: '2026-01-02T03:04:05.688Z',
        'content-type': 'application/avro',
      },
    });
    expect(decodeRecord(record!.value)).toMatchObject({
      type: 'WorkflowExecutionCompleted',
      data: {
        eventId: completionEventIdOf(executionId),
        ledgerPartition: 4,
        ledgerOffset: 77,
        status: 'success',
      },
    });
    expect(publicRecordOf(event, source)).toEqual(record);
  });

  it('announce a finished block with the execution as key, without its input', () => {
    const data = blockCompleted(executionId, 3, 'call', { input: '{"internal":true}' });
    const record = publicRecordOf(
      { type: 'BlockCompleted', data },
      received(ledgerRecord(0, 0, 'BlockCompleted', data), 9),
    );
    expect(record).toMatchObject({
      topic: 'workflow.execution.steps',
      key: executionId,
      headers: { ce_type: 'workflow.step.completed', ce_id: stepEventIdOf(executionId, 3) },
    });
    expect(record!.headers).not.toHaveProperty('traceparent');
    expect(record!.value!.toString('utf8')).not.toContain('internal');
  });

  it('are not written for the start of an execution', () => {
    const data = executionStarted(of);
    const source = received(ledgerRecord(0, 0, 'ExecutionStarted', data), 1);
    expect(publicRecordOf({ type: 'ExecutionStarted', data }, source)).toBeNull();
  });
});
