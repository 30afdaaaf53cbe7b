import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EvaluationBudget } from './evaluation-budget.js';
import { compileExpression } from './expression.js';
import { overflowOf } from './json-size.js';
import { follow } from './reference.js';
import type { Scope } from './scope.js';
import { createTemplateCompiler } from './template.js';
import { createTextSearch } from './text-search.js';

const names = new Map([['b', { id: 'b', name: 'B', outputs: null }]]);
const scopeOf = (output: unknown): Scope => ({
  block: (_, path) => follow(output, path),
  variable: () => null,
  iteration: () => null,
  environment: () => null,
  secret: () => 'secret',
  sentSecret: () => ({ value: 'secret', hosts: [] }),
  budget: new EvaluationBudget(),
});
const compiler = () => createTemplateCompiler(names, new Map());
const evaluate = (source: string, output: unknown): unknown =>
  compileExpression(source, compiler(), '.expression')(scopeOf(output));
const resolve = (source: unknown, output: unknown): unknown =>
  compiler().value(source, '.body')(scopeOf(output));

const mebibyte = 'a'.repeat(1024 * 1024);
const nearly = 'a'.repeat(12_000);

describe('a template', () => {
  it('is rejected with the field if it joins many large values', () => {
    const source = Object.fromEntries(
      Array.from('abcdefghi', (key) => [key, '<b.t>'.repeat(60)] as const),
    );
    expect(() => resolve(source, { t: 'a'.repeat(8_000_000) })).toThrow(
      expect.objectContaining({
        code: 'OUTPUT_TOO_LARGE',
        message: expect.stringContaining('body.a: '),
      }),
    );
  });

  it('is rejected if its object repeats a large value', () => {
    const source = { list: Array.from({ length: 540 }, () => '<b.t>') };
    expect(() => resolve(source, { t: mebibyte })).toThrow('body.list[15]: ');
    expect(() => resolve('<b> <b>', { t: mebibyte.repeat(9) })).toThrow('body.t: ');
  });

  it('is rejected if it repeats a list of many small values', () => {
    const list = Array.from({ length: 100_000 }, (_, n) => n % 10);
    expect(() => resolve('<b.list>'.repeat(60), { list })).toThrow('4 million values');
    expect(resolve('<b.list>'.repeat(10), { list })).toHaveLength(10 * 200_001);
  });

  it('accepts a body of ten megabytes', () => {
    const body = { t: 'a'.repeat(10_000_000) };
    expect(resolve({ got: '<b>' }, body)).toEqual({ got: body });
    expect(resolve('got <b.t>', body)).toHaveLength(10_000_004);
  });
});

describe('an expression', () => {
  it.each([
    `[${Array.from('abcdefghi', () => `(${Array(60).fill('<b.t>').join('+')}).toUpperCase()`).join(',')}].length == 9`,
    `[${Array(60).fill('<b.t>').join(',')}].join("")`,
    `[${Array(60).fill('<b.t>').join(',')}] + ""`,
    `[${Array(60).fill('<b.t>').join(',')}] == 1`,
    `\`${Array(60).fill('${<b.t>}').join('')}\` === ""`,
    Array(60).fill('<b.t>.toLowerCase()').join(' + '),
  ])('is rejected if its result is too large: %#', (source) => {
    expect(() => evaluate(source, { t: mebibyte })).toThrow(
      // Their weights decide which of the two limits is reached first.
      expect.objectContaining({
        name: 'EvaluationError',
        code: expect.stringMatching(/^(?:OUTPUT_TOO_LARGE|EXPRESSION_TOO_COSTLY)$/),
      }),
    );
  });

  it('is rejected with its column if it searches for too long', () => {
    const source = Array(40).fill('<b.t>.includes(<b.w>)').join(' || ');
    const output = { t: mebibyte, w: `${nearly}b${nearly}` };
    expect(() => evaluate(source, output)).toThrow(
      expect.objectContaining({
        code: 'EXPRESSION_TOO_COSTLY',
        message: expect.stringMatching(/^expression \(column \d+\): /),
      }),
    );
  });

  it('finds a long word in a long text that nearly repeats it', () => {
    const word = `${nearly}b${nearly}`;
    const text = 'a'.repeat(2_500_000);
    expect(evaluate('<b.t>.includes(<b.w>)', { t: text, w: word })).toBe(false);
    expect(evaluate('<b.t>.indexOf(<b.w>)', { t: text + word, w: word })).toBe(2_500_000);
    expect(evaluate('<b.t>.split(<b.w>).length', { t: text + word, w: word })).toBe(2);
  });

  it.each([
    '"x" + <b.o>',
    '<b.o> == 1',
    '[<b.o>].join()',
    '`${<b.o>}`',
    '-<b.o>',
    '<b>[<b.o>]',
    '"a".slice(<b.o>)',
  ])('fails as an author error for an object with a toString field: %s', (source) => {
    expect(() => evaluate(source, { o: { toString: 1 } })).toThrow(
      expect.objectContaining({ code: 'EXPRESSION_FAILED' }),
    );
  });

  it.each(['1' + '+1'.repeat(4_900), '('.repeat(4_900) + '1', '!'.repeat(9_000) + '1'])(
    'is rejected if it is nested too deeply: %#',
    (source) => {
      expect(() => evaluate(source, null)).toThrow(/nested|stack space/);
    },
  );

  it('converts and compares as JavaScript does', () => {
    const operand = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('toString')),
      fc.constantFrom('1', '', ' 12 ', '1,2', [1, 2], [[]], [null], '[object Object]', true),
    );
    const symbols = ['===', '!==', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%'];
    fc.assert(
      fc.property(operand, operand, fc.constantFrom(...symbols), (x, y, symbol) => {
        // eslint-disable-next-line @typescript-eslint/no-implied-eval -- JavaScript itself is the reference
        const expected: unknown = new Function('x', 'y', `return x ${symbol} y`)(x, y);
        expect(evaluate(`<b.x> ${symbol} <b.y>`, { x, y })).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  it('calls methods as JavaScript does', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'É', ' '), maxLength: 6 });
    const argument = fc.oneof(word, fc.integer({ min: -3, max: 9 }), fc.constantFrom(null, [1]));
    const calls = [
      'includes(y)',
      'includes(y, z)',
      'indexOf(y)',
      'indexOf(y, z)',
      'startsWith(y)',
      'startsWith(y, z)',
      'endsWith(y)',
      'split(y)',
      'split(y, z)',
      'split()',
      'slice(y, z)',
      'slice(z)',
      'at(z)',
      'charAt(z)',
      'trim()',
      'toLowerCase()',
      'toUpperCase()',
      'toString()',
    ];
    fc.assert(
      fc.property(word, argument, argument, fc.constantFrom(...calls), (x, y, z, call) => {
        // eslint-disable-next-line @typescript-eslint/no-implied-eval -- JavaScript itself is the reference
        const expected: unknown = new Function('x', 'y', 'z', `return x.${call}`)(x, y, z);
        const source = `<b.x>.${call.replace('y', '<b.y>').replace('z', '<b.z>')}`;
        expect(evaluate(source, { x, y, z })).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a text search', () => {
  it('finds the same index as indexOf in long texts', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 9, maxLength: 14 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 300 });
    fc.assert(
      fc.property(text, word, fc.nat(300), (end, wanted, from) => {
        const long = 'ab'.repeat(60_000) + end + wanted + end;
        expect(createTextSearch(long, wanted).next(from)).toBe(long.indexOf(wanted, from));
      }),
    );
  });
});

describe('the size of a value', () => {
  it('is not too large for a value that fits', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(overflowOf(value, JSON.stringify(value).length)).toBeNull();
      }),
    );
  });

  it('is computed without visiting the whole value', () => {
    const shared = Array.from({ length: 1_000 }, () => 'a'.repeat(10));
    let value: unknown = shared;
    for (let depth = 0; depth < 60; depth += 1) value = [value, value];
    expect(overflowOf({ body: value }, 5_000_000)).toMatch(/^\.body\[0\]/);
  });
});
