import { describe, expect, it, jest } from '@jest/globals';
import { checkDefinition, compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import type { ExecutionEvent } from '@libs/execution';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type OwnedExecution,
  ownExecution,
  plainRequest,
} from '../../../../test/support/owned-execution.js';

interface Described {
  readonly id: string;
  readonly type: string;
  readonly config: object;
}

const start: Described = { id: 'start', type: 'manual', config: {} };
const retry = { maxRetries: 1, initialDelayMs: 120_000, maxDelayMs: 120_000 };
const url = 'https://example.test/';
const later: readonly Described[] = [
  { id: 'later', type: 'wait', config: { durationMs: 60_000 } },
  { id: 'later', type: 'api', config: { method: 'POST', url, retry, totalTimeoutMs: 600_000 } },
];
const refusal = { code: 'PARKED_QUOTA_EXCEEDED', message: 'The quota is used up' };

function workflowOf(blocks: readonly Described[], edges: readonly object[]): CompiledWorkflow {
  const named = blocks.map((block) => ({ ...block, name: block.id }));
  const checked = checkDefinition({ blocks: named, edges });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return compileWorkflow(checked.definition).workflow;
}

/** One owner runs it; calls are answered with 503. */
async function ledgerOf(
  workflow: CompiledWorkflow,
  mayPark: OwnedExecution['mayPark'] & object,
): Promise<ExecutionEvent[]> {
  const ledger: ExecutionEvent[] = [];
  const answer = () => Promise.resolve({ status: 503 });
  const own = { request: plainRequest, workflow, ledger, diesAfter: 0, pick: 0 };
  await ownExecution({ ...own, answer, mayPark });
  return ledger;
}

describe.each(later)('a block of type $type that can not wait here', (block) => {
  const workflow = workflowOf([start, block], [{ from: 'start', to: 'later' }]);

  it('parks its execution if the account may have one more', async () => {
    for (const answer of [null, Promise.resolve(null)]) {
      const ledger = await ledgerOf(workflow, () => answer);
      expect(ledger.at(-1)?.type).toBe('ExecutionParked');
    }
  });

  it.each([
    ['at once', () => refusal],
    ['after a while', () => sleep(1, refusal)],
  ])('fails otherwise, and its execution does not park: refused %s', async (_, mayPark) => {
    const ledger = await ledgerOf(workflow, mayPark);
    const last = ledger.at(-1);
    expect(last?.type === 'ExecutionCompleted' && last.data.error).toMatchObject({
      ...{ ...refusal, blockId: 'later' },
    });
    const types = ledger.map(({ type }) => type);
    expect(types).not.toContain('ExecutionParked');
    // A call began before it had to wait; a wait is refused before it begins.
    expect(types.includes('BlockStarted')).toBe(block.type === 'api');
  });
});

it('routes a refused block to its error port', async () => {
  const [block] = later;
  const rescue = { id: 'rescue', type: 'variables', config: { values: { x: 1 } } };
  const edges = [
    { from: 'start', to: 'later' },
    { from: 'later', port: 'error', to: 'rescue' },
  ];
  const ledger = await ledgerOf(workflowOf([start, block!, rescue], edges), () => refusal);
  const last = ledger.at(-1);
  expect(last?.type === 'ExecutionCompleted' && last.data.status).toBe('success');
});

it('asks once per execution whether it may park, however many of its blocks wait', async () => {
  const each = { id: 'each', type: 'parallel', config: { count: 3 } };
  const edges = [
    { from: 'start', to: 'each' },
    { from: 'each', port: 'each', to: 'later' },
  ];
  const workflow = workflowOf([start, each, later[0]!], edges);
  const mayPark = jest.fn(() => Promise.resolve(null));
  const ledger = await ledgerOf(workflow, mayPark);
  expect(ledger.at(-1)?.type).toBe('ExecutionParked');
  expect(mayPark).toHaveBeenCalledTimes(1);
});
