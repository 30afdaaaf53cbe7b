import { describe, expect, it } from '@jest/globals';
import { EvaluationBudget } from './evaluation-budget.js';
import type { Scope } from './scope.js';
import { createTemplateCompiler } from './template.js';

const names = new Map([
  ['webhook', { id: 'hook', name: 'Webhook', outputs: null }],
  ['api', { id: 'call', name: 'API', outputs: new Set(['data', 'status', 'headers', 'error']) }],
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
  environment: (name, path) => `env ${[name, ...path].join('/')}`,
  secret: (name) => `secret ${name}`,
  sentSecret: (name) => ({ value: `secret ${name}`, hosts: [] }),
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
    expect(resolve('\\<api.status>')).toBe('<api.status>');
    expect(resolve(['\\{{NAME}}', 1])).toEqual(['{{NAME}}', 1]);
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
    expect(compiler.problems).toMatchObject([
      { path: '.body[0]', place: { line, column }, message: expect.stringContaining(message) },
    ]);
  });

  it('reads variables of the workspace by their exact name, unless a block is named "env"', () => {
    expect(resolve('<env.BASE_URL>/x')).toBe('env BASE_URL/x');
    expect(resolve({ deep: '<ENV.A.list[0]>' })).toEqual({ deep: 'env A/list/0' });
    const own = new Map([['env', { id: 'hook', name: 'Env', outputs: null }]]);
    const compiler = createTemplateCompiler(own, new Map());
    expect(compiler.value('<env.body.id>', '')(scope)).toBe(7);
    expect([...compiler.environment]).toEqual([]);
  });

  it('refuses a name that no variable of a workspace can have, and names what a block "env" hides', () => {
    const compiler = createTemplateCompiler(names, new Map());
    compiler.value('<env["a b"]>', '.x');
    const hidden = new Map([['env', { id: 'e', name: 'Env', outputs: new Set(['A']) }]]);
    const hiding = createTemplateCompiler(hidden, new Map());
    hiding.value('<env.BASE_URL>', '.x');
    expect([...compiler.problems, ...hiding.problems].map(({ message }) => message)).toEqual([
      '<env["a b"]> is no variable of a workspace: those are named with letters, digits and _, not beginning with a digit (column 1)',
      '<env.BASE_URL> refers to an unknown output of the block "Env"; it has A. It hides the variables of the workspace: rename it (column 1)',
    ]);
  });

  it('remembers each secret and each variable of the workspace with its first place in each field', () => {
    const compiler = createTemplateCompiler(names, new Map());
    compiler.value({ a: 'x\n{{KEY}} {{KEY}} <env.A>', b: ['{{KEY}}'] }, '.body');
    const uses = [...compiler.secrets, ...compiler.environment];
    expect(uses.map(({ name, path, place }) => ({ name, path, ...place() }))).toEqual([
      { name: 'KEY', path: '.body.a', line: 2, column: 1 },
      { name: 'KEY', path: '.body.b[0]', line: 1, column: 1 },
      { name: 'A', path: '.body.a', line: 2, column: 17 },
    ]);
  });
});
