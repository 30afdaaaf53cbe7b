import { describe, expect, it } from '@jest/globals';
import { EvaluationBudget } from './evaluation-budget.js';
import { createTemplateCompiler, type Scope } from './template.js';

const names = new Map([
  ['webhook', { id: 'hook', name: 'Webhook', outputs: null }],
  ['api', { id: 'call', name: 'API', outputs: ['data', 'status', 'headers', 'error'] }],
  ['myapi', { id: 'mine', name: 'My API', outputs: null }],
]);
const outputs: Record<string, unknown> = {
  hook: { body: { id: 7, tags: ['a', 'b'] }, headers: { 'x-request-id': 'r1' } },
  call: { data: { items: [{ name: 'first' }] }, status: 200 },
  mine: { ok: true },
};
const scope: Scope = {
  block: (id, path) =>
    path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null)?.[key] ?? null,
      outputs[id],
    ),
  iteration: () => null,
  variable: (name) => `variable ${name}`,
  secret: (name) => `secret ${name}`,
  get budget() {
    return new EvaluationBudget();
  },
};

function resolve(source: unknown): unknown {
  const compiler = createTemplateCompiler(names, new Map([['region', 'Region']]));
  const template = compiler.value(source, '');
  expect(compiler.problems).toEqual([]);
  return template(scope);
}

describe('template', () => {
  it('keeps the type of a value that is exactly one reference', () => {
    expect(resolve('<webhook.body>')).toEqual({ id: 7, tags: ['a', 'b'] });
    expect(resolve({ n: '<api.status>', deep: ['<webhook.body.id>'] })).toEqual({
      n: 200,
      deep: [7],
    });
  });

  it('inserts values into text, objects as JSON and missing values as empty', () => {
    expect(resolve('id <webhook.body.id>, tags <webhook.body.tags>, <webhook.body.none>!')).toBe(
      'id 7, tags ["a","b"], !',
    );
  });

  it('follows list indexes, header names with dashes and quoted keys', () => {
    expect(resolve('<api.data.items[0].name>')).toBe('first');
    expect(resolve('<webhook.headers.x-request-id>')).toBe('r1');
    expect(resolve('<webhook.headers["x-request-id"]>')).toBe('r1');
  });

  it('matches block names without case and spaces', () => {
    expect(resolve('<My API.ok>')).toBe(true);
    expect(resolve('<WebHook.body.id>')).toBe(7);
  });

  it('leaves HTML unchanged', () => {
    expect(resolve('<b>bold</b> a < b > c')).toBe('<b>bold</b> a < b > c');
  });

  it('resolves variables and secrets', () => {
    expect(resolve('<variable.region>')).toBe('variable Region');
    expect(resolve('Bearer {{ ERP_TOKEN }}')).toBe('Bearer secret ERP_TOKEN');
  });

  it('does not resolve references after a backslash', () => {
    expect(resolve('\\<api.status> is \\{{NAME}} or <api.status>')).toBe(
      '<api.status> is {{NAME}} or 200',
    );
    expect(resolve('a \\ b \\<b> c')).toBe('a \\ b \\<b> c');
  });

  it.each([
    ['see <nobody.data>', 1, 5, 'refers to an unknown block (column 5)'],
    ['<webhok.body>', 1, 1, 'unknown block; did you mean "Webhook"? (column 1)'],
    ['one\n two <My AIP.ok>', 2, 6, 'did you mean "My API"? (line 2, column 6)'],
    ['<api.staus>', 1, 1, 'an unknown output of the block "API"; did you mean "status"?'],
    ['<api.x>', 1, 1, '; it has data, status, headers, error (column 1)'],
    ['<variable.regoin>', 1, 1, 'an unknown variable; did you mean "Region"?'],
    ['<varible.region>', 1, 1, 'did you mean "variable"?'],
  ])('reports %j with its position and a hint', (text, line, column, message) => {
    const compiler = createTemplateCompiler(names, new Map([['region', 'Region']]));
    compiler.value({ body: [text] }, '');
    expect(compiler.problems).toEqual([
      { path: '.body[0]', place: { line, column }, message: expect.stringContaining(message) },
    ]);
  });
});
