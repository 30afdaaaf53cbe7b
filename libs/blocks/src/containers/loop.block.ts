/**
 * `loop`: runs the blocks after its port `each` one iteration after another: `count` times, for
 * each of `items`, or `while` a plain expression over the previous iteration is true. The body sees
 * `<loop.index>` and `<loop.currentItem>`. `results`, one per iteration, leave by `out`.
 */
import { compileExpression } from '@libs/workflow';
import { z } from 'zod';
import { defineBlock } from '../block.js';
import { compileRepetition, containerOutputs, countConfig, itemsConfig } from './iterations.js';
import { onError } from '../on-error.js';
import { ui } from '../hints.js';

const mostIterations = 10_000;

const common = {
  failFast: z
    .boolean()
    .default(true)
    .meta({ title: 'Stop at the first failure' })
    .describe('Otherwise failures go to `errors` and the loop goes on'),
  onError,
};

const config = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('count'),
      count: countConfig.describe('Number of iterations, or a reference to it'),
      ...common,
    })
    .meta({ title: 'A number of times' }),
  z
    .strictObject({
      type: z.literal('forEach'),
      items: itemsConfig.describe('List, or a reference to one'),
      ...common,
    })
    .meta({ title: 'For each item of a list' }),
  z
    .strictObject({
      type: z.literal('while'),
      condition: z
        .string()
        .min(1)
        .meta(ui('expression'))
        .describe('Evaluated before each iteration; it sees the previous one'),
      maxIterations: z
        .int()
        .min(1)
        .max(mostIterations)
        .default(100)
        .meta({ title: 'Most iterations' })
        .describe('Maximum number of iterations'),
      ...common,
    })
    .meta({ title: 'While a condition is true' }),
]);

export const loopBlock = defineBlock({
  type: 'loop',
  role: 'container',
  config,
  outputs: containerOutputs,
  ports: ['out', 'each'],
  code: { condition: 'plain expression' },
  compile: (loop, compiler) => {
    const { failFast } = loop;
    if (loop.type !== 'while') {
      const repetition = compileRepetition(loop, compiler, mostIterations);
      return {
        role: 'container',
        kind: 'loop',
        plan: (scope) => {
          const planned = repetition(scope);
          if ('error' in planned) return planned;
          return { ...planned, concurrency: 1, failFast, goesOn: () => true };
        },
      };
    }
    compiler.countExpression(loop.condition.length);
    const isTrue = compileExpression(loop.condition, compiler, '.condition');
    return {
      role: 'container',
      kind: 'loop',
      plan: () => ({
        items: null,
        count: loop.maxIterations,
        concurrency: 1,
        failFast,
        input: { maxIterations: loop.maxIterations },
        goesOn: (scope, index) =>
          Boolean(
            isTrue({
              ...scope,
              // The scope is that of the previous iteration; the index is that of the next one.
              iteration: (kind, path) =>
                kind === 'loop' && path[0] === 'index' ? index : scope.iteration(kind, path),
            }),
          ),
      }),
    };
  },
});
