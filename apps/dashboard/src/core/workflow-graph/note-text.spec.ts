import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { noteText } from './note-text.js';

describe('noteText', () => {
  it.each([
    ['# Refunds\n\nAsk **Ana** first.', 'Refunds\nAsk Ana first.'],
    ['- one\n* two\n+ [x] three', '• one\n• two\n• three'],
    ['> quoted `code` and ~~old~~', 'quoted code and old'],
    ['see [the guide](https://x.example/a) ![plan](p.png)', 'see the guide plan'],
    ['```ts\nrun();\n```\n---\nend', 'run();\nend'],
    ['*soft* and _soft_ and __loud__', 'soft and soft and loud'],
    // None of these is a mark.
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['<order.total> #4711 a-b', '<order.total> #4711 a-b'],
    ['', ''],
  ])('%j: %j', (text, shown) => {
    expect(noteText(text)).toBe(shown);
  });

  it('is empty for what is no text, and short and quick for any other', () => {
    expect([null, 7, {}].map(noteText)).toEqual(['', '', '']);
    const pieces = fc.constantFrom(
      ...['*', '_', '`', '[', '](', ')', '#', '~~', '- ', '\n', 'a', '<'],
    );
    const text = fc.array(pieces, { maxLength: 60 }).map((all) => all.join('').repeat(400));
    fc.assert(
      fc.property(text, (note) => {
        expect(noteText(note).length).toBeLessThanOrEqual(1_000);
      }),
    );
  });
});
