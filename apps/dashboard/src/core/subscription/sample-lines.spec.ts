import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { markCount, sampleLines } from './sample-lines.js';

const signs = { same: ' ', added: '+', removed: '-' };
const drawn = (before: string, after: string): string[] =>
  sampleLines(before, after).map(({ text, mark }) => `${signs[mark]}${text}`);

const event = (data: object): string => JSON.stringify({ data, links: {} }, null, 1);

describe('the lines of a sample', () => {
  it('that a tick adds are marked, and a comma is no change', () => {
    expect(drawn(event({ files: null }), event({ files: null, usage: { plan: 'pro' } }))).toEqual([
      ...[' {', '  "data": {', '   "files": null,'],
      ...['+  "usage": {', '+   "plan": "pro"', '+  }'],
      ...['  },', '  "links": {}', ' }'],
    ]);
  });

  it('that a tick takes away are shown where they were', () => {
    const lines = drawn(event({ a: 1, b: 2, c: 3 }), event({ a: 1, c: 3 }));
    expect(lines).toContain('-  "b": 2,');
    expect(lines.filter((line) => !line.startsWith(' '))).toHaveLength(1);
  });

  it('are all the same for the same text', () => {
    expect(markCount(sampleLines('a\nb', 'a\nb'), 'same')).toBe(2);
  });

  it('give both texts again, but for commas', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c,', 'c'), { minLength: 1, maxLength: 30 });
    const plain = (lines: readonly string[]): string[] => lines.map((one) => one.replace(/,$/, ''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const lines = sampleLines(a.join('\n'), b.join('\n'));
        const without = (mark: 'added' | 'removed'): string[] =>
          plain(lines.filter((line) => line.mark !== mark).map((line) => line.text));
        expect(without('added')).toEqual(plain(a));
        expect(without('removed')).toEqual(plain(b));
      }),
    );
  });
});
