import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonFault } from './json-fault.js';

const said = (text: string): string | null => {
  const fault = jsonFault(text);
  return fault && `${fault.line}:${fault.column} ${fault.expected}`;
};

describe('jsonFault', () => {
  it.each([
    ['', '1:1 value'],
    ['{', '1:2 field'],
    ['{"a" 1}', '1:6 colon'],
    ['{"a": }', '1:7 value'],
    ['{"a": 1 "b": 2}', '1:9 nextField'],
    ['{"a": 1,}', '1:9 name'],
    ['[1 2]', '1:4 nextItem'],
    ['[1,]', '1:4 value'],
    ['[}', '1:2 item'],
    ['{} {}', '1:4 nothing'],
    ['{\n  "a": tru\n}', '2:8 value'],
    ['{\n  "a": "open\n}', '2:8 value'],
    ['[01]', '1:2 item'],
    ['["\\x"]', '1:2 item'],
  ])('finds the fault of %j at %s', (text, expected) => {
    expect(said(text)).toBe(expected);
  });

  it('finds none in JSON, and one in everything else', () => {
    const piece = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '.5', 'true', 'nul', ' ', '\n', '\\'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        const fault = jsonFault(text);
        expect(fault === null).toBe(isJson);
        expect(fault === null || fault.offset <= text.length).toBe(true);
      }),
    );
    fc.assert(fc.property(fc.json(), (text) => jsonFault(text) === null));
  });

  it('reads a megabyte without a fault of its own', () => {
    const long = JSON.stringify({ text: 'a\\'.repeat(500_000), list: Array(50_000).fill(1) });
    expect(jsonFault(long)).toBeNull();
    expect(jsonFault(long.slice(0, -1))?.expected).toBe('nextField');
  });
});
