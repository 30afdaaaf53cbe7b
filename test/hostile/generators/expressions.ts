/** Expressions with all operators and methods over big operands, deep and long. */
import fc from 'fast-check';
import { reference } from './templates.js';

const operators = '=== !== == != < <= > >= + - * / % && || ??'.split(' ');

const literal = fc.constantFrom('"a"', '""', '0', '1', '-1', '1e9', 'null', 'true', '"ab"', '","');
const operand = fc.oneof({ weight: 4, arbitrary: reference }, { weight: 1, arbitrary: literal });

const big = fc.constant('<hook.body.text>');
const target = fc.oneof({ weight: 3, arbitrary: big }, { weight: 2, arbitrary: operand });
const argument = fc.oneof(
  { weight: 3, arbitrary: fc.constant('<hook.body.word>') },
  { weight: 2, arbitrary: operand },
);
const searching = fc.constantFrom('includes', 'indexOf', 'split');
const other = fc.constantFrom('startsWith', 'endsWith', 'join', 'at', 'slice', 'charAt');
const method = fc.oneof({ weight: 3, arbitrary: searching }, { weight: 1, arbitrary: other });

const called = fc
  .tuple(target, method, argument)
  .map(([on, name, given]) => `${on}.${name}(${given})`);
const transformed = fc
  .tuple(
    target,
    fc.constantFrom('toUpperCase()', 'toLowerCase()', 'trim()', 'toString()', 'slice(1)'),
  )
  .map(([on, call]) => `${on}.${call}`);
const simple = fc.oneof(operand, called, called, transformed);

const combined = fc
  .tuple(simple, fc.constantFrom(...operators), simple)
  .map(([left, operator, right]) => `(${left}) ${operator} (${right})`);
const long = fc
  .tuple(simple, fc.constantFrom('+', '&&', '||'), fc.constantFrom(2, 60, 400))
  .map(([one, operator, terms]) => Array.from({ length: terms }, () => one).join(operator));
const listed = fc
  .tuple(long, fc.constantFrom(1, 9))
  .map(([one, items]) => `[${Array.from({ length: items }, () => one).join(',')}].length == 9`);
const deep = fc
  .tuple(simple, fc.constantFrom(10, 500, 4_900))
  .map(([one, depth]) => `${'('.repeat(depth)}${one}${')'.repeat(depth)}`);
/** The arrow function forces evaluation in the sandbox. */
const sandboxed = simple.map((one) => `[${one}].map((x) => x).length > 0`);
const manyTerms = fc.constant(Array.from({ length: 4_900 }, () => '1').join('+'));

export const expression = fc.oneof(
  { weight: 6, arbitrary: called },
  { weight: 2, arbitrary: combined },
  { weight: 2, arbitrary: long },
  { weight: 2, arbitrary: listed },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: sandboxed },
  { weight: 1, arbitrary: manyTerms },
);
