import { describe, expect, it } from '@jest/globals';
import { blockSchemas } from './testing/block-schemas.js';
import { fieldsOf } from './fields-of.js';
import { formProblems, pathKey, placeProblems, stepsOf } from './form-problem.js';

const note = (blockId: string | null, field: string) => ({ blockId, field, message: field });

describe('formProblems', () => {
  it('takes those of the block, however the server names their place', () => {
    const problems = [
      note('a', 'config.routes[0].port'),
      note('a', 'blocks[2].config.url'),
      note('b', 'config.url'),
      note(null, 'blocks[2].config.method'),
      note('a', 'name'),
    ];
    const warnings = [note('a', 'config.until')];
    expect(
      formProblems({ problems, warnings }, 'a', 2).map(({ path, severity }) => [severity, path]),
    ).toEqual([
      ['problem', ['routes', 0, 'port']],
      ['problem', ['url']],
      ['problem', ['method']],
      ['warning', ['until']],
    ]);
  });
});

describe('placeProblems', () => {
  const placed = (type: string, config: object, ...fields: string[]) => {
    const problems = fields.map((field) => ({
      path: stepsOf(field),
      message: field,
      severity: 'problem' as const,
    }));
    const { byField, others } = placeProblems(problems, fieldsOf(blockSchemas[type]!), config);
    return [Object.fromEntries([...byField].map(([at, all]) => [at, all.length])), others.length];
  };

  it('puts each at the innermost field that shows its place', () => {
    const config = { headers: [{ key: 'a', value: 'b' }], body: { total: '<a.b>' } };
    expect(placed('api', config, 'headers[0].key', 'body.total', 'method', 'url', 'urll')).toEqual([
      {
        [pathKey(['headers', 0])]: 1,
        [pathKey(['body'])]: 1,
        [pathKey(['method'])]: 1,
        [pathKey(['url'])]: 1,
      },
      1,
    ]);
  });

  it('knows which arm of a union is shown', () => {
    expect(placed('webhook', { auth: { type: 'bearer' } }, 'auth.secret', 'auth.header')).toEqual([
      { [pathKey(['auth', 'secret'])]: 1, [pathKey(['auth'])]: 1 },
      0,
    ]);
    expect(placed('loop', { type: 'count' }, 'count', 'items', 'type')).toEqual([
      { [pathKey(['count'])]: 1 },
      2,
    ]);
  });
});
