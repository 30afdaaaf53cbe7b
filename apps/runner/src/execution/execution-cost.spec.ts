import { describe, expect, it } from '@jest/globals';
import { executionCost } from './execution-cost.js';

const used = (input: number, prompt: number) => ({
  input,
  output: 1,
  total: input + 1,
  tokens: { prompt, completion: 2, total: prompt + 2 },
});

describe('executionCost', () => {
  it('sums the base charge, blocks by model, and tokens of all models', () => {
    const cost = executionCost(
      [
        { cost: 3, models: JSON.stringify({ a: used(2, 10) }) },
        { cost: 0.5, models: null },
        { cost: 7, models: JSON.stringify({ a: used(1, 5), b: used(4, 1) }) },
      ],
      0.25,
    );
    expect(cost).toEqual({
      total: 10.75,
      tokens: { prompt: 16, completion: 6, total: 22 },
      models: {
        a: { input: 3, output: 2, total: 5, tokens: { prompt: 15, completion: 4, total: 19 } },
        b: { input: 4, output: 1, total: 5, tokens: { prompt: 1, completion: 2, total: 3 } },
      },
    });
  });
});
