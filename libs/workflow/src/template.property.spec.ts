/** Properties of references that hold for any text of an author and any output of a block. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileExpression, ExpressionError, NotPlainError } from './expression.js';
import { follow } from './reference.js';
import { EvaluationBudget } from './evaluation-budget.js';
import type { Scope } from './scope.js';
import { createTemplateCompiler } from './template.js';

const names = new Map([['api', { id: 'call', name: 'API', outputs: null }]]);
const compile = (source: unknown) => {
  const compiler = createTemplateCompiler(names, new Map([['v', 'v']]));
  return { template: compiler.value(source, ''), problems: compiler.problems };
};
const scopeOf = (output: unknown): Scope => ({
  block: (_, path) => follow(output, path),
  variable: (_, path) => follow(output, path),
  iteration: () => null,
  environment: (_, path) => follow(output, path),
  secret: () => 'secret',
  sentSecret: () => ({ value: 'secret', hosts: [] }),
  get budget() {
    return new EvaluationBudget();
  },
});

/** Texts that resemble references far more often than random ones would. */
const nearReferences = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '<api',
        '<api.',
        '.x',
        '[0]',
        '["',
        '"]',
        '{{',
        '}}',
        '{{A}}',
        '\\',
      ),
      fc.constantFrom(
        '<api>',
        '<api.data>',
        '<variable.v>',
        '<env.V>',
        '<nobody.x>',
        '<b>',
        '</b>',
        'a < b',
      ),
      fc.string({ maxLength: 5 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

describe('references', () => {
  it('resolve without throwing for any source and any output', () => {
    fc.assert(
      fc.property(nearReferences, fc.jsonValue(), (source, output) => {
        const { template } = compile({ [source]: [source] });
        expect(() => template(scopeOf(output))).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });

  it('keep the type of the value when they are the whole text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (output) => {
        const { template } = compile('<api.data>');
        expect(template(scopeOf({ data: output }))).toEqual(output);
      }),
    );
  });

  it('leave other text unchanged: HTML, comparisons, generics', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '<',
            '>',
            '<b>',
            '</b>',
            '<br/>',
            '<a href="x">',
            ' < ',
            ' > ',
            '<=',
            '<div>',
          ),
          fc.constantFrom(
            'a<b',
            'x > y',
            'Array<T>',
            '<1.5>',
            '<-x.y',
            '{ {',
            '} }',
            '\\',
            '<ann@x.example>',
          ),
          // Nothing that could complete a reference: no dot, bracket or brace.
          fc.string({ maxLength: 6 }).map((piece) => piece.replace(/[.[\]{}]/g, '')),
        ),
      )
      .map((pieces) => pieces.join(' '))
      .filter((source) => !/<api>/i.test(source));
    fc.assert(
      fc.property(text, (source) => {
        const { template, problems } = compile(source);
        expect(problems).toEqual([]);
        expect(template(scopeOf({}))).toBe(source);
      }),
      { numRuns: 1_000 },
    );
  });

  it('report an unknown name with a position inside the text', () => {
    fc.assert(
      fc.property(nearReferences, (source) => {
        for (const { place } of compile(source).problems) {
          const line = source.split('\n')[place.line - 1] ?? '';
          expect(line.slice(place.column - 1).startsWith('<')).toBe(true);
        }
      }),
    );
  });

  it('compile in an expression or fail with a position', () => {
    fc.assert(
      fc.property(nearReferences, (source) => {
        const compiler = createTemplateCompiler(names, new Map());
        try {
          compileExpression(source, compiler, '.expression');
        } catch (error) {
          if (error instanceof NotPlainError) return;
          expect(error).toBeInstanceOf(ExpressionError);
          const { place } = error as ExpressionError;
          expect(place?.line).toBeGreaterThanOrEqual(1);
          expect(place?.column).toBeLessThanOrEqual(source.length + 1);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
