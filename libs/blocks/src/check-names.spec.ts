import { describe, expect, it } from '@jest/globals';
import { checkDefinition, type CheckedDefinition } from './check-definition.js';
import { checkEnvironment, checkSecretHosts } from './check-names.js';

interface Block {
  readonly type: string;
  readonly config: object;
}

const checked = (...blocks: readonly Block[]): CheckedDefinition => {
  const check = checkDefinition({
    blocks: [
      { id: 'start', type: 'manual', name: 'Start', config: {} },
      ...blocks.map((block, n) => ({ id: `b${n}`, name: `B${n}`, ...block })),
    ],
    edges: [],
  });
  if (!check.ok) throw new Error(JSON.stringify(check.problems));
  return check;
};

const api = (config: object) => ({ type: 'api', config });
const headers = [{ key: 'Authorization', value: 'Bearer {{KEY}}' }];
const hosts = new Map([['KEY', ['erp.example', '*.shop.example']]]);
const refused = (...blocks: readonly Block[]): unknown[] =>
  checkSecretHosts(checked(...blocks), hosts).map(({ blockId, field }) => `${blockId} ${field}`);

describe('secrets that name their hosts, at deployment', () => {
  it.each([
    ['https://erp.example/orders/7', true],
    ['https://ERP.example:8443/', true],
    ['https://a.shop.example/<start.x>', true],
    ['https://evil.example/', false],
    ['https://erp.example.evil.example/', false],
    ['https://evil.example/<start.x>', false],
    ['<start.base>/orders', true],
    ['https://<start.host>/', true],
    ['https://{{KEY}}/', true],
  ])('can go to %s, as far as can be known: %s', (url, isAllowed) => {
    expect(refused(api({ url, headers }))).toEqual(isAllowed ? [] : ['b0 config.headers[0].value']);
  });

  it('are refused with their place, the other host and the remedy', () => {
    const url = 'https://evil.example:8443/a';
    const query = [{ key: 'k', value: 'a\nb {{KEY}}' }];
    expect(checkSecretHosts(checked(api({ url, query })), hosts)).toEqual([
      {
        code: 'SECRET_HOST_DENIED',
        blockId: 'b0',
        field: 'config.query[0].value',
        message:
          'The secret "KEY" may be sent to erp.example, *.shop.example only, not to evil.example:8443. Correct the URL, or let an owner add the host to the "allowedHosts" of the secret',
        ...{ line: 2, column: 3 },
      },
    ]);
  });

  it('are refused where no call sends them', () => {
    expect(
      refused(
        { type: 'function', config: { code: 'return {{KEY}}.length' } },
        { type: 'response', config: { body: { a: ['{{KEY}}'] } } },
        { type: 'loop', config: { type: 'while', condition: '{{KEY}} === 1' } },
        { type: 'wait', config: { until: '{{KEY}}' } },
        { type: 'approval', config: { message: '{{KEY}}' } },
      ),
    ).toEqual([
      'b0 config.code',
      'b1 config.body.a[0]',
      'b2 config.condition',
      'b3 config.until',
      'b4 config.message',
    ]);
  });

  it('can be the key of an agent at their host, but not in its messages', () => {
    const agent = (config: object) => ({
      type: 'agent',
      config: { model: 'm', userPrompt: 'Hi', apiKey: '{{KEY}}', ...config },
    });
    expect(refused(agent({ baseUrl: 'https://erp.example/v1' }))).toEqual([]);
    expect(refused(agent({ provider: 'anthropic' }))).toEqual(['b0 config.apiKey']);
    expect(refused(agent({ baseUrl: 'https://erp.example', systemPrompt: '{{KEY}}' }))).toEqual([
      'b0 config.systemPrompt',
    ]);
  });

  it('are not restricted without hosts; at most a hundred problems are named', () => {
    const many = {
      type: 'response',
      config: { body: Array<string>(300).fill('{{KEY}}') },
    };
    expect(refused(many)).toHaveLength(100);
    expect(checkSecretHosts(checked(many), new Map())).toEqual([]);
  });
});

describe('variables of the workspace, at deployment', () => {
  const of = (value: unknown) => checked({ type: 'variables', config: { values: { value } } });

  it('must exist under exactly the name in the reference', () => {
    const known = new Set(['BASE_URL', 'OTHER']);
    expect(checkEnvironment(of('<env.BASE_URL>/x <env.OTHER.a[0]>'), known)).toEqual([]);
    expect(checkEnvironment(of(['ok', 'see\n<env.BASE_ULR.x>']), known)).toEqual([
      {
        code: 'UNKNOWN_REFERENCE',
        blockId: 'b0',
        field: 'config.values.value[1]',
        message:
          '<env.BASE_ULR> refers to an unknown variable of the workspace; did you mean "BASE_URL"?',
        ...{ line: 2, column: 1 },
      },
    ]);
    expect(checkEnvironment(of('<env.base_url>'), known)).toMatchObject([
      { message: expect.stringContaining('did you mean "BASE_URL"?') },
    ]);
    expect(checkEnvironment(of('<env.ZEBRA>'), known)).toMatchObject([
      { message: expect.stringContaining('PUT /api/v1/workspaces/{id}/variables/{name} makes it') },
    ]);
  });

  it('are found in code and expressions too, once per field', () => {
    const { names } = checked(
      { type: 'function', config: { code: 'return <env.A> + <env.A> + <env.B>' } },
      { type: 'condition', config: { conditions: [{ port: 'a', expression: '<env.A> > [1]' }] } },
    );
    expect(names.environment.map(({ blockId, name, path }) => [blockId, name, path])).toEqual([
      ['b0', 'A', '.code'],
      ['b0', 'B', '.code'],
      ['b1', 'A', '.conditions[0].expression'],
    ]);
  });

  it('are hidden by a block named "env"', () => {
    const check = checkDefinition({
      blocks: [
        { id: 'start', type: 'manual', name: 'Start', config: {} },
        { id: 'own', type: 'variables', name: 'Env', config: { values: { A: 1 } } },
        { id: 'use', type: 'variables', name: 'Use', config: { values: { a: '<env.A>' } } },
      ],
      edges: [],
    });
    expect(check).toMatchObject({ ok: true, names: { environment: [] } });
  });
});
