import { describe, expect, it } from '@jest/globals';
import { numberKey } from './number-text.js';
import { sameJson } from './same-value.js';

describe('numbers', () => {
  it.each([
    ['1', '1.0'],
    ['150', '1.5e2'],
    ['0.15E+1', '15e-1'],
    ['0', '-0.0e9'],
    ['1e400', '10e399'],
    ['1e99999999999999999999', '10e99999999999999999998'],
  ])('%s and %s are one', (a, b) => {
    expect(numberKey(a)).toBe(numberKey(b));
  });

  it.each([
    ['9007199254740992', '9007199254740993'],
    ['1e400', '1e401'],
    ['1', '-1'],
    ['0.1', '0.10000000000000000001'],
  ])('%s and %s differ', (a, b) => {
    expect(numberKey(a)).not.toBe(numberKey(b));
  });
});

describe('values', () => {
  it('are the same without regard to the order of fields, white space and escapes', () => {
    expect(sameJson('{"a":[1,"x"],"b":null}', '{ "b" : null, "\\u0061": [1.0, "\\u0078"] }')).toBe(
      true,
    );
  });

  it.each([
    ['{"a":1}', '{"a":1,"b":1}'],
    ['[1,2]', '[2,1]'],
    ['"1"', '1'],
    ['true', 'false'],
    ['{"__proto__":1}', '{}'],
  ])('%s and %s differ', (a, b) => {
    expect(sameJson(a, b)).toBe(false);
  });
});
