import { describe, expect, it } from '@jest/globals';
import { checkDefinition, compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import { addressKey, type ExecutionEvent } from '@libs/execution';
import fc from 'fast-check';
import { historyOf, ownExecution, plainRequest } from '../../../../test/support/owned-execution.js';
import { endOf, errorOf, pieces, workflowOf } from '../testing/drawn-workflows.js';

const { executionId } = plainRequest;
const answer = () => Promise.resolve({});

async function run(
  workflow: CompiledWorkflow,
  crashes: readonly number[],
  pick: number,
): Promise<ExecutionEvent[]> {
  const ledger: ExecutionEvent[] = [];
  const answer = async (): Promise<object> => {
    for (let n = 0; n < pick % 4; n += 1) await Promise.resolve();
    return { data: { n: 1 }, status: 200 };
  };
  for (let owners = 0; historyOf(executionId, ledger).ended === null; owners += 1) {
    if (owners > 500)
      throw new Error(`it does not end: ${ledger.map(({ type }) => type).join(' ')}`);
    const diesAfter = crashes.find((after) => after > ledger.length) ?? 0;
    const isQueued = pick % 2 === 1;
    await ownExecution({
      request: plainRequest,
      workflow,
      ledger,
      diesAfter,
      pick,
      isQueued,
      answer,
      mayPark: pick % 3 === 0 ? () => null : () => Promise.resolve(null),
    });
  }
  return ledger;
}

describe('a live execution', () => {
  it('ends the same for any workflow and any crashes, with one result per block', async () => {
    await fc.assert(
      fc.asyncProperty(
        pieces,
        fc.array(fc.nat(120), { maxLength: 6, size: 'max' }),
        fc.nat(100),
        async (chain, crashes, pick) => {
          const workflow = workflowOf(chain);
          const undisturbed = await run(workflow, [], 0);
          const ledger = await run(
            workflow,
            crashes.sort((a, b) => a - b),
            pick,
          );
          expect(ledger.map(({ data }) => data.sequence)).toEqual(ledger.map((_, n) => n + 1));
          const results = ledger.flatMap((event) =>
            event.type === 'BlockCompleted' ? [addressKey(event.data)] : [],
          );
          expect(new Set(results).size).toBe(results.length);
          expect(ledger.filter(({ type }) => type === 'ExecutionCompleted')).toHaveLength(1);
          expect(endOf(ledger)).toEqual(endOf(undisturbed));
          // No block runs before the concurrency slot is granted.
          const firstStep = ledger.findIndex(({ type }) => type.startsWith('Block'));
          const waited = ledger.findIndex(({ type }) => type === 'ExecutionResumed');
          if (pick % 2 === 1 && firstStep >= 0) expect(waited).toBeLessThan(firstStep);
          if (pick % 2 === 1) expect(ledger[1]?.type).toBe('ExecutionParked');
        },
      ),
      { numRuns: 300 },
    );
  }, 120_000);

  it('ends after a takeover when a masked output is not JSON', async () => {
    const checked = checkDefinition({
      blocks: [
        { id: 'start', type: 'webhook', name: 'start', config: { path: 'p' } },
        { id: 'code', type: 'function', name: 'Code', config: { code: 'return 1' } },
        { id: 'last', type: 'response', name: 'Last', config: { body: '<code.result>' } },
      ],
      edges: [
        { from: 'start', to: 'code' },
        { from: 'code', to: 'last' },
      ],
    });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const { workflow } = compileWorkflow(checked.definition);
    for (const diesAfter of [3, 4]) {
      const ledger: ExecutionEvent[] = [];
      const own = { request: plainRequest, workflow, ledger, pick: 0, answer };
      await ownExecution({ ...own, diesAfter });
      for (const event of ledger)
        if (event.type === 'BlockCompleted')
          Object.assign(event.data, { output: '{"status":200,"body":{"base64":***}}' });
      await ownExecution({ ...own, diesAfter: 0 });
      expect(ledger.at(-1)?.type).toBe('ExecutionCompleted');
    }
  });

  it.each([1, 2, 3])(
    'ends with INTERNAL_ERROR when the memory budget throws at change %i',
    async (nth) => {
      let times = 0;
      const memory = {
        change: (_: number, after: number) => {
          times += 1;
          if (after > 0 && times >= nth) throw new Error('a fault');
          return false;
        },
      };
      const workflow = workflowOf([{ kind: 'call' }, { kind: 'code' }, { kind: 'value' }]);
      const ledger: ExecutionEvent[] = [];
      const own = { request: plainRequest, workflow, ledger, diesAfter: 0, pick: 0, answer };
      await ownExecution({ ...own, memory });
      expect(errorOf(ledger)).toMatchObject({ code: 'INTERNAL_ERROR' });
    },
  );

  it('masks a secret after a takeover in blocks that do not use it', async () => {
    const checked = checkDefinition({
      blocks: [
        { id: 'start', type: 'manual', name: 'start', config: {} },
        { id: 'wait', type: 'wait', name: 'Wait', config: { durationMs: 60_000 } },
        {
          id: 'echo',
          type: 'api',
          name: 'Echo',
          config: { method: 'POST', url: 'https://a.test/' },
        },
        { id: 'named', type: 'response', name: 'Named', config: { body: '{{KEY}}' } },
      ],
      edges: [
        { from: 'start', to: 'wait' },
        { from: 'wait', to: 'echo' },
        { from: 'echo', to: 'named' },
      ],
    });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const { workflow } = compileWorkflow(checked.definition);
    const ledger: ExecutionEvent[] = [];
    const secrets = {
      byName: new Map([['KEY', 'a-key']]),
      hosts: new Map<string, readonly string[]>(),
      headers: new Map<string, string>(),
      masked: ['a-key'],
    };
    const echo = () => Promise.resolve({ data: { sent: 'a-key' } });
    const own = { request: plainRequest, workflow, ledger, diesAfter: 0, pick: 0, answer: echo };
    await ownExecution({ ...own, secrets });
    await ownExecution({ ...own, secrets });
    expect(endOf(ledger).status).toBe('success');
    expect(JSON.stringify(ledger)).not.toContain('a-key');
    expect(JSON.stringify(ledger)).toContain('***');
  });
});
