/**
 * Loops and parallels executed in memory: how often, how many at once, and what a failure does to
 * the others.
 */
import { describe, expect, it } from '@jest/globals';
import { checkDefinition, compileWorkflow } from '@libs/blocks';
import type { ExecutionEvent } from '@libs/execution';
import { ownExecution, plainRequest } from '../../../../test/support/owned-execution.js';

const request = { ...plainRequest, input: '{"list":["a","b","c","d"]}' };

interface Ran {
  readonly status: string;
  readonly output: { results: unknown[]; iterations: number; errors?: unknown[] } | null;
  readonly called: readonly string[];
  readonly mostAtOnce: number;
}

/** @param fails iterations whose call is answered 500 */
async function run(type: string, config: object, fails: readonly number[] = []): Promise<Ran> {
  const retry = { maxRetries: 0 };
  const call = { url: 'https://example.test/', retry };
  const checked = checkDefinition({
    blocks: [
      { id: 'start', type: 'manual', name: 'Start', config: {} },
      { id: 'each', type, name: 'Each', config },
      { id: 'call', type: 'api', name: 'Call', config: call },
      // A 500 is an answer: only this block makes it a failure.
      { id: 'check', type: 'function', name: 'Check', config: { code: 'return <call.status>' } },
    ],
    edges: [
      { from: 'start', to: 'each' },
      { from: 'each', port: 'each', to: 'call' },
      { from: 'call', to: 'check' },
    ],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const { workflow } = compileWorkflow(checked.definition);
  const ledger: ExecutionEvent[] = [];
  const called: string[] = [];
  let [open, mostAtOnce] = [0, 0];
  await ownExecution({
    request,
    workflow,
    ledger,
    diesAfter: 0,
    pick: 0,
    sandbox: {
      run: (job) => {
        const [status] = 'code' in job ? (JSON.parse(job.argumentsText) as number[]) : [];
        return Promise.resolve(
          status === 200
            ? { ok: true, valueText: '1', console: [] }
            : { ok: false, code: 'FUNCTION_FAILED', message: String(status), console: [] },
        );
      },
      close: () => Promise.resolve(),
    },
    answer: async (key) => {
      open += 1;
      mostAtOnce = Math.max(mostAtOnce, open);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      open -= 1;
      called.push(key);
      const index = Number(/\[(\d+)\]$/.exec(key)?.[1]);
      const status = fails.includes(index) ? 400 : 200;
      return { status, data: index };
    },
  });
  const each = ledger.findLast(
    (event) => event.type === 'BlockCompleted' && event.data.blockId === 'each',
  );
  const end = ledger.at(-1);
  return {
    status: end?.type === 'ExecutionCompleted' ? end.data.status : '',
    output:
      each?.type === 'BlockCompleted' ? (JSON.parse(each.data.output) as Ran['output']) : null,
    called,
    mostAtOnce,
  };
}

describe('a loop', () => {
  it('runs counted iterations one after the other', async () => {
    const ran = await run('loop', { type: 'count', count: 3 });
    expect(ran).toMatchObject({ status: 'success', mostAtOnce: 1, output: { iterations: 3 } });
    expect(ran.called).toHaveLength(3);
  });

  it('runs once for each item of a list', async () => {
    const ran = await run('loop', { type: 'forEach', items: '<start.list>' });
    expect(ran.output?.results).toHaveLength(4);
  });

  it('runs while its condition is true, up to "maxIterations"', async () => {
    const config = { type: 'while', condition: '<loop.index> < 2 || <call.data> < 2' };
    expect((await run('loop', config)).called).toHaveLength(3);
    const endless = { type: 'while', condition: 'true', maxIterations: 5 };
    expect((await run('loop', endless)).called).toHaveLength(5);
  });

  it('ends at the first failure, or collects failures without "failFast"', async () => {
    const failing = await run('loop', { type: 'count', count: 4 }, [1]);
    expect([failing.status, failing.called.length]).toEqual(['error', 2]);
    const collecting = await run('loop', { type: 'count', count: 4, failFast: false }, [1]);
    expect(collecting).toMatchObject({
      status: 'success',
      output: { iterations: 4, errors: [{ index: 1, code: 'FUNCTION_FAILED' }] },
    });
  });
});

describe('a parallel block', () => {
  it('runs at most "concurrency" iterations at once', async () => {
    const ran = await run('parallel', { items: '<start.list>', concurrency: 3 });
    expect(ran).toMatchObject({ status: 'success', mostAtOnce: 3, output: { iterations: 4 } });
    expect((await run('parallel', { count: 9, concurrency: 9 })).mostAtOnce).toBe(9);
  });

  it('stops after a failure, or collects failures without "failFast"', async () => {
    const failing = await run('parallel', { count: 8, concurrency: 2 }, [0]);
    expect(failing.status).toBe('error');
    expect(failing.called.length).toBeLessThan(8);
    const collecting = await run('parallel', { count: 8, concurrency: 2, failFast: false }, [0, 5]);
    expect(collecting).toMatchObject({
      status: 'success',
      output: { iterations: 8, errors: [{ index: 0 }, { index: 5 }] },
    });
    expect(collecting.called).toHaveLength(8);
  });
});
