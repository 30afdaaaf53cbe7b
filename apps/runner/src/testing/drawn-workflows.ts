/** Workflows drawn at random or by kind of block, and how executions of them ended. */
import { checkDefinition, compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import type { ExecutionEvent } from '@libs/execution';
import fc from 'fast-check';

/** Blocks in sequence. A container holds another such sequence. */
export type Piece =
  | { readonly kind: 'call' | 'code' | 'value' | 'wait' | 'fork' }
  | { readonly kind: 'fail'; readonly goesOn: boolean }
  | {
      readonly kind: 'loop' | 'parallel';
      readonly count: number;
      readonly failFast: boolean;
      readonly body: readonly Piece[];
    };

export const { pieces } = fc.letrec<{ pieces: Piece[]; piece: Piece }>((tie) => ({
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

export function workflowOf(chain: readonly Piece[]): CompiledWorkflow {
  const draft: Draft = {
    blocks: [{ id: 'start', type: 'manual', name: 'start', config: {} }],
    edges: [],
  };
  draw(chain, draft, 'start', 'out');
  const checked = checkDefinition(draft);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return compileWorkflow(checked.definition).workflow;
}

export const endOf = (ledger: readonly ExecutionEvent[]): { status: string; output: unknown } => {
  const last = ledger.at(-1);
  if (last?.type !== 'ExecutionCompleted') throw new Error('the last event is not the end');
  return { status: last.data.status, output: last.data.finalOutput };
};

export const errorOf = (ledger: readonly ExecutionEvent[]): unknown => {
  const last = ledger.at(-1);
  return last?.type === 'ExecutionCompleted' ? last.data.error : null;
};
