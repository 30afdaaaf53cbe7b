/**
 * Cost of an execution: base charge plus its blocks' costs and tokens by model (spec 2.5). Pure.
 */
import type { Cost, ModelCost } from '@libs/contracts';
import type { RecordedResult } from '@libs/execution';

/** A model's endpoint, which may be the author's own, names models as it likes. */
const maxModels = 100;
const otherModels = 'other models';

/** Whole, so that a record can hold it. */
const tokenSum = (one: number, other: number): number =>
  Math.min(one + other, Number.MAX_SAFE_INTEGER);

const plus = (one: ModelCost, other: ModelCost): ModelCost => ({
  input: one.input + other.input,
  output: one.output + other.output,
  total: one.total + other.total,
  tokens: {
    prompt: tokenSum(one.tokens.prompt, other.tokens.prompt),
    completion: tokenSum(one.tokens.completion, other.tokens.completion),
    total: tokenSum(one.tokens.total, other.tokens.total),
  },
});

const nothing: ModelCost = {
  input: 0,
  output: 0,
  total: 0,
  tokens: { prompt: 0, completion: 0, total: 0 },
};

/** @param baseChargeUsd charged for every execution */
export function executionCost(
  results: Iterable<Pick<RecordedResult, 'cost' | 'models'>>,
  baseChargeUsd: number,
): Cost {
  let total = baseChargeUsd;
  let all = nothing;
  const models = new Map<string, ModelCost>();
  for (const result of results) {
    total += result.cost;
    if (result.models === null) continue;
    const used = JSON.parse(result.models) as Record<string, ModelCost>;
    for (const [model, cost] of Object.entries(used)) {
      const name = models.has(model) || models.size < maxModels ? model : otherModels;
      models.set(name, plus(models.get(name) ?? nothing, cost));
      all = plus(all, cost);
    }
  }
  return { total, tokens: all.tokens, models: Object.fromEntries(models) };
}
