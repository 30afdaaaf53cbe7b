import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseExact } from '../json/exact-json.js';
import {
  asVariableType,
  blocksUsing,
  freeName,
  strictJson,
  variableTypeOf,
  variableTypes,
} from './variable-value.js';

const typeOf = (json: string) => variableTypeOf(parseExact(json));

describe('the type of a variable', () => {
  it.each([
    ['"eu"', 'text'],
    ['1.50', 'number'],
    ['12345678901234567890', 'number'],
    ['false', 'boolean'],
    ['null', 'json'],
    ['[1]', 'json'],
    ['{"a": 1}', 'json'],
  ])('of %s is %s', (json, type) => {
    expect(typeOf(json)).toBe(type);
  });

  it.each([
    ['12345678901234567890', 'text', '"12345678901234567890"'],
    ['"12345678901234567890"', 'number', '12345678901234567890'],
    ['"no number"', 'number', '0'],
    ['"true"', 'boolean', 'true'],
    ['"{\\"a\\": 1.50}"', 'json', '{"a": 1.50}'],
    ['"a word"', 'json', '["a word"]'],
    ['""', 'json', '{}'],
    ['[1]', 'text', '"[1]"'],
  ] as const)('of %s becomes %s as %s', (json, type, expected) => {
    expect(asVariableType(parseExact(json), type)).toBe(expected);
  });

  it('is JSON, and is kept where the type is not changed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...variableTypes), (value, type) => {
        expect(strictJson(asVariableType(value, type))).not.toBeNull();
        const same = asVariableType(value, variableTypeOf(value));
        expect(JSON.parse(same)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('variables of a workflow', () => {
  it('are counted where a reference names them, in any case', () => {
    const blocks = ['<variable.region>', '<Variable.Region.a>', '<variable.regions>', 'region'];
    expect(
      blocksUsing(
        blocks.map((text) => ({ config: { text } })),
        'region',
      ),
    ).toBe(2);
  });

  it('get a name that is free', () => {
    expect(freeName(['a', 'variable', 'variable2'])).toBe('variable3');
  });
});
