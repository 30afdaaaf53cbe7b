/** What the key of a row means: `call:orders[3]`, `charge#2`, `orders[3]`, `*`. */
import type { Span } from '../../../core/execution/execution-ledger.js';
import { spanIdOf } from '../../../core/execution/execution-ledger.js';
import type { ExecutionTree, Iteration } from '../../../core/execution/execution-tree.js';
import { placeOf } from '../../../core/execution/iteration.js';
import type { Outline, OutlineBlock } from '../../../core/execution/outline.js';
import { containersAround } from '../../../core/execution/verdict.js';

export type Chosen =
  | { readonly kind: 'execution' }
  | { readonly kind: 'trigger'; readonly block: OutlineBlock }
  /** `tryNumber`: the last one where none was chosen. */
  | { readonly kind: 'block'; readonly span: Span; readonly tryNumber: number }
  | { readonly kind: 'iteration'; readonly iteration: Iteration; readonly container: Span }
  | { readonly kind: 'unreached'; readonly block: OutlineBlock };

interface Source {
  readonly tree: ExecutionTree;
  readonly outline: Outline;
}

/** Total: a key of an old link that means nothing here is the execution itself. */
export function chosenOf(key: string, { tree, outline }: Source): Chosen {
  const [, spanId = key, number] = /^(.*)#(\d{1,6})$/.exec(key) ?? [];
  const span = tree.span(spanId);
  if (span !== undefined) {
    const tries = Math.max(span.attemptCount, span.failedTries.length);
    const tryNumber = number === undefined ? tries : Math.min(tries, Number(number));
    return { kind: 'block', span, tryNumber: Math.max(1, tryNumber) };
  }
  if (outline.trigger?.id === key) return { kind: 'trigger', block: outline.trigger };
  const place = placeOf(key);
  if (place !== null) {
    const container = tree.span(spanIdOf(place.containerId, place.outer));
    const found = container && tree.bodyOf(container.id)?.iterations.find(({ id }) => id === key);
    if (container !== undefined && found) return { kind: 'iteration', iteration: found, container };
  }
  const block = outline.blocks.get(key);
  return block === undefined ? { kind: 'execution' } : { kind: 'unreached', block };
}

/** Rows that must be open for a row to be seen: containers and their iterations around it. */
export function rowsAround(key: string): string[] {
  const [spanId = ''] = key.split('#');
  const colon = spanId.indexOf(':');
  const isIteration = colon < 0 && spanId.endsWith(']');
  const iteration = isIteration ? spanId : colon < 0 ? '' : spanId.slice(colon + 1);
  const steps = iteration === '' ? [] : iteration.split('.');
  const iterations = steps.map((_, at) => steps.slice(0, at + 1).join('.'));
  const around = [
    ...containersAround(iteration),
    ...iterations,
    ...(key.includes('#') ? [spanId] : []),
  ];
  return isIteration ? around.filter((row) => row !== spanId) : around;
}
