import { describe, expect, it } from '@jest/globals';
import type { ExecutionEvent } from '@libs/execution';
import { historyOf, ownExecution, plainRequest } from '../../../../test/support/owned-execution.js';
import { MemoryBudget } from '../partition/memory-budget.js';
import { endOf, errorOf, type Piece, workflowOf } from '../testing/drawn-workflows.js';

const { executionId } = plainRequest;
const codes: Piece[] = Array.from({ length: 20 }, () => ({ kind: 'code' }));
const large = JSON.stringify('x'.repeat(4 * 1024 * 1024));
const sandbox = {
  run: () => Promise.resolve({ ok: true as const, valueText: large, console: [] }),
  close: () => Promise.resolve(),
};
const answer = () => Promise.resolve({});

describe('a live execution', () => {
  it('fails with STATE_TOO_LARGE at the block whose output exceeds the limit', async () => {
    const ledger: ExecutionEvent[] = [];
    const workflow = workflowOf(codes);
    const own = { request: plainRequest, workflow, ledger, diesAfter: 0, pick: 0, answer };
    await ownExecution({ ...own, sandbox });
    expect(errorOf(ledger)).toMatchObject({ code: 'STATE_TOO_LARGE', blockId: 'b16' });
    expect(historyOf(executionId, ledger).isTooLarge).toBe(false);
  });

  it('fails with CAPACITY_EXCEEDED above its share of a full memory budget', async () => {
    const ledger: ExecutionEvent[] = [];
    const memory = new MemoryBudget(10 * 1024 * 1024);
    const workflow = workflowOf(codes);
    const own = { request: plainRequest, workflow, ledger, diesAfter: 0, pick: 0, answer };
    await ownExecution({ ...own, sandbox, memory });
    expect(errorOf(ledger)).toMatchObject({ code: 'CAPACITY_EXCEEDED' });
    expect(ledger.filter(({ type }) => type === 'BlockCompleted')).toHaveLength(3);
    // It has released everything, and a small execution is never refused.
    expect(memory.change(0, 10 * 1024 * 1024)).toBe(false);
    const small: ExecutionEvent[] = [];
    await ownExecution({ ...own, ledger: small, memory });
    expect(endOf(small).status).toBe('success');
    const begun: ExecutionEvent[] = ledger.slice(0, 3);
    await ownExecution({ ...own, ledger: begun, memory });
    expect(begun.slice(3).map(({ type }) => type)).toEqual(['ExecutionCompleted']);
    expect(errorOf(begun)).toMatchObject({ code: 'CAPACITY_EXCEEDED' });
  });

  it('fails with STATE_TOO_LARGE after a takeover when it is already too large', async () => {
    const ledger: ExecutionEvent[] = [];
    const workflow = workflowOf(codes);
    const own = { request: plainRequest, workflow, ledger, pick: 0, answer };
    await ownExecution({ ...own, diesAfter: 19 });
    for (const event of ledger)
      if (event.type === 'BlockCompleted') Object.assign(event.data, { output: large });
    const recorded = ledger.length;
    await ownExecution({ ...own, diesAfter: 0 });
    expect(ledger.slice(recorded).map(({ type }) => type)).toEqual(['ExecutionCompleted']);
    expect(errorOf(ledger)).toMatchObject({ code: 'STATE_TOO_LARGE', blockId: null });
  });
});
