import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { valueOf } from '../edit/text/json-value.js';
import { yamlText } from './yaml-text.js';

const yamlFile = (json: string): string => yamlText(valueOf(json));

describe('yamlText', () => {
  it('writes blocks of lines, and keeps long numbers', () => {
    const json =
      '{"name":"Orders: EU","definition":{"blocks":[{"id":"a","config":{"code":"let a;\\nreturn a;","count":12345678901234567890,"x":{},"rate":1.50}}]}}';
    expect(yamlFile(json)).toBe(`name: "Orders: EU"
definition:
  blocks:
    - id: a
      config:
        code: |-
          let a;
          return a;
        count: 12345678901234567890
        x: {}
        rate: 1.50
`);
  });

  it('is read as what it was written from', () => {
    const value = fc.jsonValue().map((one) => JSON.stringify({ one }));
    fc.assert(
      fc.property(value, (json) => {
        expect(parse(yamlFile(json))).toEqual(JSON.parse(json));
      }),
    );
  });

  it('gives texts back whatever they look like', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\t',
      ':',
      '#',
      '-',
      '"',
      'no',
      '1',
      '\r',
      '\u2028',
      '|',
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (name, value) => {
        const json = JSON.stringify({ [name]: [value, { [name]: value }] });
        expect(parse(yamlFile(json))).toEqual(JSON.parse(json));
      }),
    );
  });
});
