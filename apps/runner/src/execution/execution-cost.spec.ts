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

  it('has a hundred models at most, whatever their names, and tokens that a record can hold', () => {
    const names = ['constructor', 'toString', ...Array.from({ length: 200 }, (_, n) => `m${n}`)];
    const blocks = names.map((name) => ({
      cost: 1,
      models: JSON.stringify({ [name]: used(1, Number.MAX_SAFE_INTEGER) }),
    }));
    const { models, tokens } = executionCost(blocks, 0);
    expect(Object.keys(models)).toHaveLength(101);
    expect(models['constructor']).toMatchObject({ total: 2 });
    expect(models['other models']).toMatchObject({ total: 2 * 102 });
    expect(tokens.prompt).toBe(Number.MAX_SAFE_INTEGER);
  });
});
