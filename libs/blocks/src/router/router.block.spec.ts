import { describe, expect, it } from '@jest/globals';
import { checkDefinition } from '../check-definition.js';
import { runBlock } from '../testing/run-block.js';

const byValue = {
  value: '<order.country>',
  routes: [
    { port: 'home', equals: 'DE' },
    { port: 'near', equals: ['FR', '<order.neighbour>', 49] },
  ],
  otherwise: 'far',
};
const portsFor = async (order: object, config: object = byValue): Promise<readonly string[]> =>
  (await runBlock('router', config, { outputs: { order } })).ports;

describe('the router block', () => {
  it('follows the first port with an equal text, else "otherwise"', async () => {
    expect(await portsFor({ country: 'DE' })).toEqual(['home']);
    expect(await portsFor({ country: 'FR' })).toEqual(['near']);
    expect(await portsFor({ country: 'PL', neighbour: 'PL' })).toEqual(['near']);
    expect(await portsFor({ country: '49' })).toEqual(['near']);
    expect(await portsFor({ country: 'US' })).toEqual(['far']);
  });

  it('follows no port without a match and without "otherwise"', async () => {
    expect(await portsFor({ country: 'US' }, { ...byValue, otherwise: undefined })).toEqual([]);
  });

  it('follows the first true expression', async () => {
    const routes = [
      { port: 'large', expression: '<order.total> > 100' },
      { port: 'any', expression: 'true' },
    ];
    expect(await portsFor({ total: 500 }, { routes })).toEqual(['large']);
    expect(await portsFor({ total: 5 }, { routes })).toEqual(['any']);
  });

  it.each([
    [{ routes: [{ port: 'a' }] }, 'is required when the router has no value'],
    [{ value: 1, routes: [{ port: 'a' }] }, 'is required when the router has a value'],
    [
      {
        value: 1,
        routes: [
          { port: 'a', equals: 1 },
          { port: 'a', equals: 2 },
        ],
      },
      'exists twice',
    ],
    [{ value: 1, routes: [{ port: 'error', equals: 1 }] }, 'is taken'],
  ])('refuses %j', async (config, message) => {
    await expect(runBlock('router', config)).rejects.toThrow(message);
  });
});

describe('the variables and note blocks', () => {
  it('compute named values with their types', async () => {
    const values = { total: '<order.total>', text: 'n=<order.total>', list: ['<order.total>'] };
    const { output } = await runBlock(
      'variables',
      { values },
      { outputs: { order: { total: 3 } } },
    );
    expect(output).toEqual({ total: 3, text: 'n=3', list: [3] });
  });

  it('need no edges for a note and refuse them', () => {
    const blocks = [
      { id: 'start', type: 'manual', name: 'Start', config: {} },
      { id: 'note', type: 'note', name: 'Note', config: { text: 'why <b>' } },
      { id: 'set', type: 'variables', name: 'Set', config: { values: { a: 1 } } },
    ];
    const edge = { from: 'start', to: 'set' };
    expect(checkDefinition({ blocks, edges: [edge] }).ok).toBe(true);
    for (const wrong of [
      { from: 'start', to: 'note' },
      { from: 'note', to: 'set' },
    ]) {
      expect(checkDefinition({ blocks, edges: [edge, wrong] })).toMatchObject({
        ok: false,
        problems: [{ message: 'A note has no edges. Remove the edge' }],
      });
    }
  });
});
