/**
 * Cost of an execution: base charge plus its blocks' costs and tokens by model (spec 2.5). Pure.
 */
import type { Cost, ModelCost } from '@libs/contracts';
import type { RecordedResult } from '@libs/execution';

const plus = (one: ModelCost, other: ModelCost): ModelCost => ({
  input: one.input + other.input,
  output: one.output + other.output,
  total: one.total + other.total,
  tokens: {
    prompt: one.tokens.prompt + other.tokens.prompt,
    completion: one.tokens.completion + other.tokens.completion,
    total: one.tokens.total + other.tokens.total,
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
  const models: Record<string, ModelCost> = {};
  for (const result of results) {
    total += result.cost;
    if (result.models === null) continue;
    const used = JSON.parse(result.models) as Record<string, ModelCost>;
    for (const [model, cost] of Object.entries(used)) {
      models[model] = plus(models[model] ?? nothing, cost);
      all = plus(all, cost);
    }
  }
  return { total, tokens: all.tokens, models };
}
