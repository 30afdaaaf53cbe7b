import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withChildRun } from './child-spans.js';
import { spanOf, type SpanRow, type PlacedSpan } from './span-rows.js';
import { spanTree } from './span-tree.js';
import type { TraceSpan } from './trace-span.js';

const second = (n: number): Date => new Date(Date.UTC(2026, 0, 2) + n * 1_000);

const row = (over: Partial<SpanRow> & Pick<SpanRow, 'block_id'>): SpanRow => ({
  execution_id: 'e',
  iteration: '',
  block_name: over.block_id.toUpperCase(),
  block_type: 'api',
  status: 'success',
  sequence: 1,
  started_at: second(0),
  ended_at: second(1),
  input: null,
  output: null,
  child_id: null,
  error: null,
  ports: ['out'],
  attempts: 1,
  cost: 0,
  is_cut: false,
  ...over,
});
const place = (over: Partial<SpanRow> & Pick<SpanRow, 'block_id'>): PlacedSpan =>
  spanOf(row(over), []);

const blocks = [
  { id: 'orders', name: 'Orders', type: 'loop' },
  { id: 'lines', name: 'Lines', type: 'parallel' },
];
const ended = { blocks, hasEnded: true };
const running = { blocks, hasEnded: false };

/** `id[children]` */
const shape = (spans: readonly TraceSpan[]): string =>
  spans
    .map(({ id, children }) => (children.length === 0 ? id : `${id}{${shape(children)}}`))
    .join(' ');
const flat = (spans: readonly TraceSpan[]): TraceSpan[] =>
  spans.flatMap((span) => [span, ...flat(span.children)]);
const find = (spans: readonly TraceSpan[], id: string): TraceSpan | undefined =>
  flat(spans).find((span) => span.id === id);

describe('spanTree', () => {
  it('nests blocks under their iteration, and iterations under their loop', () => {
    const spans = [
      place({ block_id: 'orders', block_type: 'loop', sequence: 9, ended_at: second(9) }),
      place({ block_id: 'lines', iteration: 'orders[0]', block_type: 'parallel', sequence: 5 }),
      place({ block_id: 'call', iteration: 'orders[0].lines[1]', sequence: 3 }),
      place({ block_id: 'call', iteration: 'orders[0].lines[0]', sequence: 4 }),
      place({ block_id: 'sum', sequence: 10, started_at: second(9) }),
    ];
    const tree = spanTree(spans, ended);
    expect(shape(tree)).toBe(
      'orders{orders[0]{lines:orders[0]{orders[0].lines[0]{call:orders[0].lines[0]} orders[0].lines[1]{call:orders[0].lines[1]}}}} sum',
    );
    expect(find(tree, 'orders[0].lines[1]')).toMatchObject({
      name: 'LINES [1]',
      type: 'iteration',
      blockId: 'lines',
      status: 'success',
      iteration: 'orders[0].lines[1]',
      durationMs: 1_000,
    });
  });

  it('builds an unrecorded container from the spans of its body', () => {
    const spans = [
      place({ block_id: 'call', iteration: 'orders[0].lines[0]', started_at: second(3) }),
      place({
        block_id: 'call',
        iteration: 'orders[1].lines[0]',
        started_at: second(5),
        status: 'running',
        ended_at: null,
        ports: [],
      }),
    ];
    const tree = spanTree(spans, running);
    expect(tree).toMatchObject([
      { id: 'orders', name: 'Orders', type: 'loop', status: 'running', endedAt: null },
    ]);
    expect(tree[0]?.startedAt).toBe(second(3).toISOString());
    const status = (id: string): string | undefined => find(tree, id)?.status;
    // Only the last iteration of a loop can still run; a parallel may run any.
    expect([status('orders[1]'), status('orders[1].lines[0]')]).toEqual(['running', 'running']);
    const stopped = spanTree(spans, ended);
    expect(flat(stopped).filter((span) => span.status === 'running')).toEqual([]);
    expect(find(stopped, 'call:orders[1].lines[0]')?.status).toBe('cancelled');
  });

  it('shows an iteration as failed when its failed block continued on no port', () => {
    const failed = { status: 'error', error: { code: 'X' } };
    const tree = spanTree(
      [
        place({ block_id: 'orders', block_type: 'loop', ended_at: second(9) }),
        place({ block_id: 'a', iteration: 'orders[0]', ...failed, ports: [] }),
        place({ block_id: 'a', iteration: 'orders[1]', ...failed, ports: ['error'] }),
      ],
      ended,
    );
    expect(tree[0]?.children.map(({ status }) => status)).toEqual(['error', 'success']);
  });

  it('shows every row once with its values, in the same tree for any row order', () => {
    const step = fc.tuple(fc.constantFrom('orders', 'lines', 'x-1'), fc.nat(12));
    const iteration = fc
      .array(step, { maxLength: 4 })
      .map((steps) => steps.map(([id, index]) => `${id}[${index}]`).join('.'));
    const rows = fc.uniqueArray(
      fc.record({
        block_id: fc.constantFrom('a', 'b', 'orders', 'lines', 'x-1'),
        iteration,
        status: fc.constantFrom('success', 'error', 'running'),
        startedSecond: fc.nat(3),
        sequence: fc.nat(5),
      }),
      { selector: (one) => `${one.block_id}:${one.iteration}`, maxLength: 60 },
    );
    fc.assert(
      fc.property(rows, fc.boolean(), fc.func(fc.nat()), (drawn, hasEnded, shuffle) => {
        const spans = drawn.map(({ startedSecond, ...over }) =>
          place({
            ...over,
            started_at: second(startedSecond),
            ended_at: over.status === 'running' ? null : second(startedSecond + 1),
          }),
        );
        const context = { blocks, hasEnded };
        const tree = spanTree(spans, context);
        const shown = flat(tree);
        const ids = shown.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { span } of spans) {
          const there = shown.find(({ id }) => id === span.id);
          const { children: _, status, ...own } = span;
          expect(there).toMatchObject(own);
          expect(there?.status).toBe(status === 'running' && hasEnded ? 'cancelled' : status);
        }
        const extra = shown.filter(({ id }) => !spans.some(({ span }) => span.id === id));
        // An added span has children, and its times come from them.
        for (const span of extra) {
          expect(span.children.length).toBeGreaterThan(0);
          expect(span.children.map(({ startedAt }) => startedAt)).toContain(span.startedAt);
        }
        const order = new Map(spans.map((one) => [one, shuffle(one.span.id)]));
        const shuffled = [...spans].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
        expect(spanTree(shuffled, context)).toEqual(tree);
      }),
    );
  });
});

describe('a child run', () => {
  const run = {
    execution_id: 'c1',
    workflow_name: 'Child',
    status: 'running',
    started_at: second(1),
    ended_at: null,
    cost_total: 0.5,
    error: null,
  };
  const block = place({ block_id: 'child', block_type: 'workflow' });

  it('appears under the block that started it, with prefixed span ids', () => {
    const inner = spanTree([place({ block_id: 'child' })], ended);
    const { span } = withChildRun(block, { row: run, spans: inner });
    expect(shape([span])).toBe('child{c1{c1/child}}');
    expect(span.children[0]).toMatchObject({
      type: 'execution',
      executionId: 'c1',
      status: 'running',
      cost: 0,
      truncated: false,
    });
  });

  it('shows its id and cost when its spans are omitted', () => {
    const { span } = withChildRun(block, { row: run, spans: null });
    expect(span.children).toMatchObject([
      { executionId: 'c1', truncated: true, cost: 0.5, children: [] },
    ]);
    expect(withChildRun(block, undefined)).toBe(block);
  });
});
