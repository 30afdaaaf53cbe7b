import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { yamlFile } from './yaml-file.js';

describe('yamlFile', () => {
  it('writes blocks of lines, and keeps long numbers', () => {
    const json =
      '{"name":"Orders: EU","definition":{"blocks":[{"id":"a","config":{"code":"let a;\\nreturn a;","n":12345678901234567890,"x":{},"y":1.50}}]}}';
    expect(yamlFile(json)).toBe(`name: "Orders: EU"
definition:
  blocks:
    - id: a
      config:
        code: |-
          let a;
          return a;
        n: 12345678901234567890
        x: {}
        y: 1.50
`);
  });

  it('is read as what it was written from', () => {
    const value = fc.jsonValue({ noUnicodeString: false }).map((one) => JSON.stringify({ one }));
    fc.assert(
      fc.property(value, (json) => {
        expect(parse(yamlFile(json))).toEqual(JSON.parse(json));
      }),
    );
  });
});
