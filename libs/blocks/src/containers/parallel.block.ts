/**
 * `parallel`: runs the blocks after its port `each` `count` times, or once for each of `items`,
 * several at a time. The body sees `<parallel.index>` and `<parallel.currentItem>`. Later blocks
 * see `results` in the order of the items, on the port `out`.
 */
import { z } from 'zod';
import { defineBlock } from '../block.js';
import { compileRepetition, containerOutputs, countConfig, itemsConfig } from './iterations.js';
import { onError } from '../on-error.js';
import { either } from '../hints.js';

const mostIterations = 1_000;

const config = z
  .strictObject({
    count: countConfig.optional().describe('Number of iterations, or a reference to it'),
    items: itemsConfig.optional().describe('List, or a reference to one'),
    concurrency: z.int().min(1).max(100).default(10).describe('Iterations at the same time'),
    failFast: z
      .boolean()
      .default(true)
      .meta({ title: 'Stop at the first failure' })
      .describe('Otherwise failures go to `errors` and the others go on'),
    onError,
  })
  .refine(
    ({ count, items }) => (count === undefined) !== (items === undefined),
    'needs either count or items',
  )
  .meta(
    either(
      { title: 'For each item of a list', fields: ['items'] },
      { title: 'A number of times', fields: ['count'] },
    ),
  );

export const parallelBlock = defineBlock({
  type: 'parallel',
  role: 'container',
  config,
  outputs: containerOutputs,
  ports: ['out', 'each'],
  compile: ({ concurrency, failFast, ...repeated }, compiler) => {
    const repetition = compileRepetition(repeated, compiler, mostIterations);
    return {
      role: 'container',
      kind: 'parallel',
      plan: (scope) => {
        const planned = repetition(scope);
        if ('error' in planned) return planned;
        return { ...planned, concurrency, failFast, goesOn: () => true };
      },
    };
  },
});
