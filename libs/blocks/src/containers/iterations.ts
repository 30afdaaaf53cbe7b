/** Shared by loop and parallel: the number of iterations and their items. */
import { templateText, type Scope, type TemplateCompiler } from '@libs/workflow';
import { z } from 'zod';
import type { BlockError, BlockOutputs, ContainerPlan } from '../block.js';

/** Outputs for later blocks, and for blocks in the body by the container's name. */
export const containerOutputs: BlockOutputs = {
  results: 'the result of each iteration',
  iterations: 'how many began',
  errors: 'list of `{ index, code, message }` of the failed iterations',
  index: 'in the body: the number of the iteration, from 0',
  currentItem: 'in the body: its item',
  items: 'in the body: all items',
};

/** Either a number of iterations or a list to go over, each possibly a reference. */
export const countConfig = z.union([z.int().min(0), z.string().min(1)]).meta({ title: 'Times' });
export const itemsConfig = z.union([z.array(z.unknown()), z.string().min(1)]);

type Repetition = Pick<ContainerPlan, 'items' | 'count' | 'input'>;

const invalid = (message: string): { error: BlockError } => ({
  error: { code: 'INVALID_ITERATIONS', message },
});

/** @param most iterations; more are refused rather than cut off */
export function compileRepetition(
  config: { readonly count?: unknown; readonly items?: unknown },
  compiler: TemplateCompiler,
  most: number,
): (scope: Scope) => Repetition | { readonly error: BlockError } {
  if (config.items !== undefined) {
    const resolve = compiler.value(config.items, '.items');
    return (scope) => {
      const items = resolve(scope);
      if (!Array.isArray(items)) return invalid('items is not a list');
      if (items.length > most) return invalid(`items has more than ${most} entries`);
      return { items, count: items.length, input: { count: items.length } };
    };
  }
  const resolve = compiler.value(config.count, '.count');
  return (scope) => {
    const value = resolve(scope);
    const count = typeof value === 'number' ? value : Number(templateText(value) || Number.NaN);
    if (!Number.isInteger(count) || count < 0) return invalid('count is not a whole number');
    if (count > most) return invalid(`count is more than ${most}`);
    return { items: null, count, input: { count } };
  };
}
