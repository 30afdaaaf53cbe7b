import { describe, expect, it, jest } from '@jest/globals';
import { checkDefinition, compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import { addressKey, type ExecutionEvent } from '@libs/execution';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { historyOf, ownExecution, plainRequest } from '../../../../test/support/owned-execution.js';
import { MemoryBudget } from '../partition/memory-budget.js';

const { executionId } = plainRequest;

/** Blocks in sequence. A container holds another such sequence. */
type Piece =
  | { readonly kind: 'call' | 'code' | 'value' | 'wait' | 'fork' }
  | { readonly kind: 'fail'; readonly goesOn: boolean }
  | {
      readonly kind: 'loop' | 'parallel';
      readonly count: number;
      readonly failFast: boolean;
      readonly body: readonly Piece[];
    };

const { pieces } = fc.letrec<{ pieces: Piece[]; piece: Piece }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'piece', depthSize: 'max' },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constantFrom('call', 'code', 'value', 'wait', 'fork') }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('fail' as const), goesOn: fc.boolean() }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom('loop' as const, 'parallel' as const),
        count: fc.nat(3),
        failFast: fc.boolean(),
        body: tie('pieces'),
      }),
    },
  ),
  pieces: fc.array(tie('piece'), {
    minLength: 1,
    maxLength: 4,
    size: 'max',
    depthIdentifier: 'piece',
  }),
}));

interface Draft {
  readonly blocks: { id: string; type: string; name: string; config: object }[];
  readonly edges: { from: string; to: string; port?: string }[];
}

function draw(chain: readonly Piece[], draft: Draft, from: string, port: string): void {
  let last = { from, port };
  const add = (type: string, config: object): string => {
    const id = `b${draft.blocks.length}`;
    draft.blocks.push({ id, type, name: id, config });
    return id;
  };
  const behind = (id: string): void => {
    draft.edges.push({ ...last, to: id });
    last = { from: id, port: 'out' };
  };
  for (const piece of chain) {
    switch (piece.kind) {
      case 'call':
        behind(add('api', { method: 'POST', url: 'https://example.test/', body: 1 }));
        break;
      case 'code':
        behind(add('function', { code: 'return 1' }));
        break;
      case 'value':
        behind(add('variables', { values: { x: 1 } }));
        break;
      case 'wait':
        behind(add('wait', { durationMs: 60_000 }));
        break;
      case 'fail':
        behind(add('response', { status: 'none', ...(piece.goesOn && { onError: 'continue' }) }));
        break;
      case 'fork': {
        const before = last;
        const join = add('variables', { values: { x: 2 } });
        for (const type of ['api', 'function', 'wait'] as const) {
          const config =
            type === 'wait'
              ? { durationMs: 70_000 }
              : type === 'function'
                ? { code: 'return 2' }
                : { method: 'POST', url: 'https://example.test/' };
          const id = add(type, config);
          draft.edges.push({ ...before, to: id }, { from: id, to: join });
        }
        last = { from: join, port: 'out' };
        break;
      }
      case 'loop':
      case 'parallel': {
        const { count, failFast } = piece;
        const type = piece.kind === 'loop' ? { type: 'count' } : { concurrency: 2 };
        const id = add(piece.kind, { ...type, count, failFast });
        behind(id);
        draw(piece.body, draft, id, 'each');
      }
    }
  }
}

function workflowOf(chain: readonly Piece[]): CompiledWorkflow {
  const draft: Draft = {
    blocks: [{ id: 'start', type: 'manual', name: 'start', config: {} }],
    edges: [],
  };
  draw(chain, draft, 'start', 'out');
  const checked = checkDefinition(draft);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return compileWorkflow(checked.definition).workflow;
}

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

const endOf = (ledger: readonly ExecutionEvent[]): { status: string; output: unknown } => {
  const last = ledger.at(-1);
  if (last?.type !== 'ExecutionCompleted') throw new Error('the last event is not the end');
  return { status: last.data.status, output: last.data.finalOutput };
};

describe('a live execution', () => {
  it('comes to the same end whatever it is made of and wherever its owners die, and records every block once', async () => {
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

  const codes: Piece[] = Array.from({ length: 20 }, () => ({ kind: 'code' }));
  const large = JSON.stringify('x'.repeat(4 * 1024 * 1024));
  const sandbox = {
    run: () => Promise.resolve({ ok: true as const, valueText: large, console: [] }),
    close: () => Promise.resolve(),
  };
  const errorOf = (ledger: readonly ExecutionEvent[]): unknown => {
    const last = ledger.at(-1);
    return last?.type === 'ExecutionCompleted' ? last.data.error : null;
  };
  const answer = () => Promise.resolve({});

  it('fails at the block whose output is too much for it', async () => {
    const ledger: ExecutionEvent[] = [];
    const workflow = workflowOf(codes);
    const own = { request: plainRequest, workflow, ledger, diesAfter: 0, pick: 0, answer };
    await ownExecution({ ...own, sandbox });
    expect(errorOf(ledger)).toMatchObject({ code: 'STATE_TOO_LARGE', blockId: 'b16' });
    expect(historyOf(executionId, ledger).isTooLarge).toBe(false);
  });

  it('ends when all of a process hold too much and it holds more than its share, at once or when it is taken over', async () => {
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

  it('ends when it is taken over from an earlier release that masked secrets so that its outputs are no JSON', async () => {
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
    'ends with INTERNAL_ERROR by a fault of the engine, the %ith time',
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

  it('masks what was secret before it was taken over, whichever block names it', async () => {
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
        { id: 'named', type: 'variables', name: 'Named', config: { values: { key: '{{KEY}}' } } },
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

  it('ends when it is taken over from an earlier release that let it have too much', async () => {
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

  const manyValues = workflowOf([
    { kind: 'loop', count: 5_000, failFast: true, body: [{ kind: 'value' }] },
  ]);
  const ofMany = { request: plainRequest, workflow: manyValues, diesAfter: 0, pick: 0, answer };

  it('that only computes does not run ahead of the log', async () => {
    const ledger: ExecutionEvent[] = [];
    let isTaking = false;
    let waiting: (() => void)[] = [];
    const acknowledged = (): Promise<void> =>
      isTaking ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
    const owned = ownExecution({ ...ofMany, ledger, acknowledged });
    while (ledger.length < 1_000) await sleep(5);
    await sleep(100);
    expect(ledger.length).toBeLessThan(1_100);
    isTaking = true;
    for (const acknowledge of waiting) acknowledge();
    waiting = [];
    await owned;
    expect(endOf(ledger).status).toBe('success');
  });

  it('does nothing new while too much of all waits for the log', async () => {
    const ledger: ExecutionEvent[] = [];
    let isCrowded = true;
    const owned = ownExecution({ ...ofMany, ledger, isCrowded: () => isCrowded });
    await sleep(200);
    expect(ledger.map(({ type }) => type)).toEqual(['ExecutionStarted']);
    isCrowded = false;
    await owned;
    expect(endOf(ledger).status).toBe('success');
  });

  it('that only computes lets others have the thread again and again', async () => {
    const clock = jest.spyOn(performance, 'now');
    let nowMs = 0;
    clock.mockImplementation(() => (nowMs += 1));
    const ledger: ExecutionEvent[] = [];
    let others = 0;
    const other = setInterval(() => (others += 1), 0);
    await ownExecution({ ...ofMany, ledger });
    clearInterval(other);
    clock.mockRestore();
    expect(endOf(ledger).status).toBe('success');
    expect(others).toBeGreaterThan(10);
  });
});
