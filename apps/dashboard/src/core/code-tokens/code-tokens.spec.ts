import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CodeState, codeTokens } from './code-tokens.js';

/** Pieces of the lines, as `kind:text`. */
function shown(code: string): string[] {
  let state: CodeState = 'code';
  return code.split('\n').flatMap((line) => {
    const read = codeTokens(line, state);
    ({ state } = read);
    return read.tokens.map(({ kind, start, end }) => `${kind}:${line.slice(start, end)}`);
  });
}

describe('pieces of code', () => {
  it.each([
    ['return 12.5;', ['key:return', 'number:12.5']],
    ['a.return = value1', []],
    ['const a = "it\\"s"; // why', ['key:const', 'string:"it\\"s"', 'comment:// why']],
    ['x = 6 / 2 / 1', ['number:6', 'number:2', 'number:1']],
    ['x = /a"b/g.test(y)', ['string:/a"b/g']],
    ['a /* b\nc */ null', ['comment:/* b', 'comment:c */', 'key:null']],
    ['`a ${1}\n\\`b` + 1', ['string:`a ${1}', 'string:\\`b`', 'number:1']],
    ["'open\n1", ["string:'open", 'number:1']],
  ])('%j', (code, pieces) => {
    expect(shown(code)).toEqual(pieces);
  });

  it('lie within their line, in order, and none is empty, whatever is written', () => {
    const text = fc.string({ unit: fc.constantFrom(...'a1"\'`/*\\ ${}<>.\n[]'.split('')) });
    fc.assert(
      fc.property(text, (code) => {
        let state: CodeState = 'code';
        for (const line of code.split('\n')) {
          const read = codeTokens(line, state);
          ({ state } = read);
          let last = 0;
          for (const { start, end } of read.tokens) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(line.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
