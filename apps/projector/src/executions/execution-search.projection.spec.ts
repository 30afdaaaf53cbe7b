import { describe, expect, it } from '@jest/globals';
import type { ExecutionCompleted } from '@libs/contracts';
import { executionCompleted, identity } from '../../../../test/support/ledger-fixtures.js';
import { searchRowOf } from './execution-search.projection.js';

const of = identity('00000000-0000-4000-8000-000000000000', '33333333-3333-4333-8333-333333333333');
const position = { partition: 3, offset: 7, retentionBucket: 11 };

const textOf = (over: Partial<ExecutionCompleted>): string | undefined =>
  searchRowOf(
    { type: 'ExecutionCompleted', data: executionCompleted(of, 5, over) } as never,
    position,
  )?.text;

describe('the search text of an execution', () => {
  const error = {
    code: 'CONNECTION_REFUSED',
    message: 'No answer came from erp.example',
    blockId: 'call',
    blockName: 'Ask the ERP',
  };

  it('has one line each for workflow name, error code, message, block and output', () => {
    const finalOutput = '{"order":"A-17","note":"straße"}';
    expect(textOf({ workflowName: 'Order intake', error, finalOutput })).toBe(
      [
        'Order intake',
        'CONNECTION_REFUSED',
        'No answer came from erp.example',
        'Ask the ERP',
        finalOutput,
      ].join('\n'),
    );
  });

  it('omits the line of a missing part', () => {
    const workflowName = 'Order intake';
    expect(textOf({ workflowName, error: null, finalOutput: null })).toBe(workflowName);
    const ofNoBlock = { ...error, blockId: null, blockName: null };
    expect(textOf({ workflowName, error: ofNoBlock, finalOutput: null })).toBe(
      `${workflowName}\n${error.code}\n${error.message}`,
    );
  });

  it('includes at most 4,000 characters of the output', () => {
    const finalOutput = JSON.stringify({ text: `${'x'.repeat(3_985)}needle, and beyond` });
    const [, shown] = textOf({ finalOutput })?.split('\n') ?? [];
    expect(shown).toBe(finalOutput.slice(0, 4_000));
    expect(shown).toMatch(/needle$/);
  });

  it('has the UTC day of the start and the retention bucket of its log', () => {
    const data = executionCompleted(of, 5, {
      startedAt: Date.UTC(2026, 0, 2, 23, 59, 59, 999),
      endedAt: Date.UTC(2026, 0, 3),
    });
    expect(searchRowOf({ type: 'ExecutionCompleted', data } as never, position)).toMatchObject({
      partition: 3,
      retention_bucket: 11,
      execution_id: of.executionId,
      workspace_id: of.workspaceId,
      day: Date.UTC(2026, 0, 2) / 86_400_000,
    });
  });

  it('is not written at the start of an execution', () => {
    expect(searchRowOf({ type: 'ExecutionStarted', data: {} } as never, position)).toBeNull();
  });
});
