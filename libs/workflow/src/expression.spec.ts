import { describe, expect, it } from '@jest/globals';
import { compileExpression } from './expression.js';
import { EvaluationBudget } from './evaluation-budget.js';
import type { Scope } from './scope.js';
import { createTemplateCompiler } from './template.js';

const outputs: Record<string, unknown> = {
  api: { status: 200, data: { name: 'Ann', tags: ['vip'], count: 3, constructor: 'own' } },
};
const scope: Scope = {
  block: (id, path) =>
    path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null)?.[key] ?? null,
      outputs[id],
    ),
  iteration: () => null,
  variable: () => null,
  environment: () => null,
  secret: () => 's3cret',
  sentSecret: () => ({ value: 's3cret', hosts: [] }),
  get budget() {
    return new EvaluationBudget();
  },
};

const evaluate = (source: string): unknown =>
  compileExpression(
    source,
    createTemplateCompiler(
      new Map([['api', { id: 'api', name: 'API', outputs: null }]]),
      new Map(),
    ),
    '',
  )(scope);

describe('expression', () => {
  it.each([
    ['<api.status> === 200', true],
    ['<api.status> >= 200 && <api.status> < 300', true],
    ['<api.status> == "200"', true],
    ['!<api.missing>', true],
    ['<api.data.count> * 2 + 1', 7],
    ['<api.data.name>.toLowerCase() === "ann"', true],
    ['<api.data.tags>.includes("vip") ? "yes" : "no"', 'yes'],
    ['<api.data.tags>.length', 1],
    ['<api.data>["name"]', 'Ann'],
    ['<api.missing> ?? "default"', 'default'],
    ['typeof <api.data>', 'object'],
    ['"Bearer " + {{TOKEN}}', 'Bearer s3cret'],
    ['[1, 2].includes(<api.data.count>)', false],
    ['`${<api.data.name>}!` === "Ann!"', true],
  ])('evaluates %s', (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });

  it('reads own properties only', () => {
    expect(evaluate('"text".constructor')).toBeUndefined();
    expect(evaluate('<api.data>.__proto__')).toBeUndefined();
    expect(evaluate('<api.data>.constructor')).toBe('own');
  });

  it.each([
    'process.exit(1)',
    'globalThis',
    '<api.status> = 3',
    '(() => 1)()',
    'new Date()',
    '<api.data.name>.constructor("return 1")()',
    '<api.status> ===',
    '<api.status> === 200; 1',
    '"Bearer <api.status>" === "x"',
    'import("fs")',
    '/a+/.test("a")',
  ])('refuses %s', (source) => {
    expect(() => evaluate(source)).toThrow();
  });

  it.each([
    ['<api.status> ===', 'column 17'],
    ['<api.status> === 200 <api.data>', 'column 22'],
    ['<api.status> ===\n  <api.data> +* 1', 'line 2, column 15'],
    ['<api.data> + "x <api.status>"', 'column 14'],
  ])('names the line and column of an error: %j', (source, place) => {
    expect(() => evaluate(source)).toThrow(`(${place})`);
  });
});
