import { describe, expect, it } from '@jest/globals';
import { checkDefinition, compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import { decodeRecord, type ExecutionRequested } from '@libs/contracts';
import type { EgressClient } from '@libs/egress';
import {
  evolve,
  newHistory,
  placeKey,
  restoreHistory,
  type ExecutionEvent,
  type ExecutionHistory,
} from '@libs/execution';
import fc from 'fast-check';
import type { Command } from './command.js';
import { LedgerWriter } from './ledger-writer.js';
import { LiveExecution } from './live-execution.js';

const executionId = '00000000-0000-4000-8000-000000000001';
const request = {
  executionId,
  workspaceId: executionId,
  accountId: executionId,
  workflowId: executionId,
  workflowName: 'w',
  deploymentVersion: 1,
  definitionHash: 'h',
  trigger: 'manual',
  triggerBlockId: 'start',
  input: '{}',
  requestedAt: 0,
  deadlineAt: null,
  repeat: false,
  parent: null,
  rerunOf: null,
  carried: null,
} satisfies ExecutionRequested;

/** Blocks one after the other; containers hold such a chain again. */
type Piece =
  | { readonly kind: 'call' | 'value' | 'wait' | 'fork' }
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
    { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('call', 'value', 'wait', 'fork') }) },
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
        for (const type of ['api', 'wait'] as const) {
          const config =
            type === 'wait'
              ? { durationMs: 70_000 }
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

/** As a takeover knows it: from the last pause on, if there was one. */
function historyOf(ledger: readonly ExecutionEvent[]): ExecutionHistory {
  const pausedAt = ledger.findLastIndex(({ type }) => type === 'ExecutionParked');
  const paused = ledger[pausedAt];
  const history =
    paused?.type === 'ExecutionParked'
      ? restoreHistory(paused.data.state, paused.data.sequence, paused.data.occurredAt).history
      : newHistory(executionId);
  for (const event of ledger.slice(pausedAt + 1)) evolve(history, event);
  return history;
}

/** The order that a timer would issue: for one of the waits of the last pause. */
function orderFor(ledger: readonly ExecutionEvent[], pick: number): Command[] {
  const paused = ledger.findLast(({ type }) => type === 'ExecutionParked');
  if (paused?.type !== 'ExecutionParked') return [];
  const { waits } = paused.data;
  const wait = waits[pick % waits.length];
  if (wait === undefined) return [];
  const { blockId, iteration, waitId } = wait;
  const order = { executionId, blockId, iteration, waitId, reason: 'timer', data: null };
  return [{ kind: 'resume', executionId, offset: 0, order: { ...order, requestedAt: 0 } }];
}

/** One owner: runs until the execution ends, parks, or the owner dies right after the event with this number. */
async function own(
  workflow: CompiledWorkflow,
  ledger: ExecutionEvent[],
  diesAfter: number,
  pick: number,
): Promise<void> {
  const history = historyOf(ledger);
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  let isDead = false;
  const append = (
    value: Buffer | null,
  ): Promise<{ topic: string; partition: number; offset: number }> => {
    if (isDead) return new Promise(() => undefined);
    const event = decodeRecord(value) as ExecutionEvent;
    ledger.push(event);
    if (ledger.length === diesAfter) {
      isDead = true;
      queueMicrotask(() => {
        execution.abandon();
        leave();
      });
    }
    return Promise.resolve({ topic: '', partition: 0, offset: ledger.length });
  };
  const egress: EgressClient = {
    request: async ({ headers }: { headers?: Record<string, string> }) => {
      const key = Object.entries(headers ?? {}).find(([name]) =>
        /^idempotency-key$/i.test(name),
      )?.[1];
      const isRecorded = ledger.some(
        (event) =>
          event.type === 'BlockCompleted' &&
          `${executionId}:${event.data.blockId}:${event.data.iteration}` === key,
      );
      if (isRecorded) throw new Error(`${String(key)} has a result and is called again`);
      for (let n = 0; n < pick % 4; n += 1) await Promise.resolve();
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"n":1}'),
        truncated: false,
      } as never;
    },
    close: () => Promise.resolve(),
  } as never;
  const writer = new LedgerWriter(
    {
      append: ({ value }: { value: Buffer | null }) => append(value),
      close: () => Promise.resolve(),
    } as never,
    0,
    'w',
    0,
  );
  const origin = {
    request,
    requestOffset: 0,
    traceparent: null,
    commands: history.parkedAt === null ? [] : orderFor(ledger, pick),
  };
  const execution = new LiveExecution(origin, workflow, history, {
    writer,
    effects: {
      egress,
      sandbox: {} as never,
      now: () => 1_000_000,
      random: () => 0.5,
      sleep: () => Promise.resolve(),
      longestPauseMs: 60_000,
    },
    secrets: { byName: new Map(), reveal: () => '' },
    baseChargeUsd: 0,
    earlyOutput: () => null,
    mayStartEffects: () => null,
    startChild: () => Promise.resolve(),
    cancelChildren: () => undefined,
    onEnded: () => leave(),
    onParked: () => leave(),
    onAppendFailed: () => undefined,
  });
  execution.start();
  await left;
}

async function run(
  workflow: CompiledWorkflow,
  crashes: readonly number[],
  pick: number,
): Promise<ExecutionEvent[]> {
  const ledger: ExecutionEvent[] = [];
  for (let owners = 0; historyOf(ledger).ended === null; owners += 1) {
    if (owners > 500)
      throw new Error(`it does not end: ${ledger.map(({ type }) => type).join(' ')}`);
    const diesAfter = crashes.find((after) => after > ledger.length) ?? 0;
    await own(workflow, ledger, diesAfter, pick);
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
            event.type === 'BlockCompleted' ? [placeKey(event.data)] : [],
          );
          expect(new Set(results).size).toBe(results.length);
          expect(ledger.filter(({ type }) => type === 'ExecutionCompleted')).toHaveLength(1);
          expect(endOf(ledger)).toEqual(endOf(undisturbed));
        },
      ),
      { numRuns: 300 },
    );
  }, 120_000);
});
