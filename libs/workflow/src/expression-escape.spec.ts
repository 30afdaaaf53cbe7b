import { describe, expect, it } from '@jest/globals';
import { EvaluationBudget } from './evaluation-budget.js';
import { compileExpression } from './expression.js';
import type { Scope } from './scope.js';
import { createTemplateCompiler } from './template.js';

const data = { text: 'abc', list: [1, 2], own: { a: 1 } };
const scope: Scope = {
  block: (_id, path) =>
    path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null)?.[key] ?? null,
      data,
    ),
  iteration: () => null,
  variable: () => null,
  environment: () => null,
  secret: () => 's3cret',
  sentSecret: () => ({ value: 's3cret', hosts: [] }),
  budget: new EvaluationBudget(),
};
const block = { id: 'api', name: 'API', outputs: null };

function evaluate(source: string): unknown {
  try {
    return compileExpression(
      source,
      createTemplateCompiler(new Map([['api', block]]), new Map()),
      '',
    )(scope);
  } catch {
    return 'refused';
  }
}

describe('an expression that reaches for a constructor, a prototype or a global', () => {
  it.each([
    '"".constructor',
    '"".constructor.constructor',
    '""["constructor"]',
    '""["con" + "structor"]',
    '<api.text>.constructor',
    '<api.list>["constructor"]',
    '<api.list>["cons" + "tructor"]["constructor"]("return process")()',
    '<api.own>.__proto__',
    '<api.own>["__proto__"]',
    '<api.own>[["__proto__"]]',
    '<api.own>.prototype',
    '<api.own>.__lookupGetter__',
    '<api.own>.toString.constructor',
    '[].constructor',
    '[]["constructor"]["constructor"]',
    '[].map.constructor',
    '"a".includes.call',
    '"a".toUpperCase["constructor"]',
    '(1).constructor',
    'true.constructor',
    '`${[].constructor}`.length > 9 ? 1 : null',
    'globalThis',
    'this',
    'process.env',
    'require("fs")',
    'import("fs")',
    '(() => 1).constructor("return process")()',
    '(function () { return this })()',
    'new Function("return 1")()',
    'eval("1")',
  ])('gets no value: %s', (source) => {
    const value = evaluate(source);
    expect([undefined, null, 'refused']).toContain(value);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
