import { describe, expect, it } from '@jest/globals';
import { runBlock } from '../testing/run-block.js';

const conditions = [
  { port: 'many', expression: '<cart.count> > 10' },
  { port: 'some', expression: '<cart.count> > 0' },
  { port: 'else' },
];
const withCount = (count: unknown) =>
  runBlock('condition', { conditions }, { outputs: { cart: { count } } });

describe('the condition block', () => {
  it('follows the first true condition and records its expression', async () => {
    const run = await withCount(11);
    expect(run.ports).toEqual(['many']);
    expect(run.output).toEqual({ port: 'many', result: true, expression: '<cart.count> > 10' });
    expect((await withCount(10)).ports).toEqual(['some']);
  });

  it('follows else when none is true, and no port without an else', async () => {
    expect((await withCount(0)).output).toEqual({ port: 'else', result: true, expression: null });
    const only = { conditions: [conditions[0]] };
    const run = await runBlock('condition', only, { outputs: { cart: { count: 1 } } });
    expect([run.ports, run.output]).toEqual([[], { port: null, result: false, expression: null }]);
    expect(run.error).toBeNull();
  });

  it.each([
    { conditions: [] },
    { conditions: [{ port: 'a' }, { port: 'b', expression: '1' }] },
    { conditions: [{ port: 'a', expression: '1' }, { port: 'a' }] },
    { conditions: [{ port: 'error', expression: '1' }] },
  ])('refuses %j', async (config) => {
    await expect(runBlock('condition', config)).rejects.toThrow();
  });
});
