import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRefusal } from '../patch/refusal.js';
import { chanceFrom } from '../testing/chance.js';
import { draft } from '../testing/draft.js';
import { definitionText } from '../testing/random-definition.js';
import { anyCommand } from '../testing/random-command.js';
import { applyCommand } from './apply-command.js';
import { commandForText } from './text-change.js';

const text = `{
  "variables": { "region": "eu", "big": 12345678901234567890 },
  "blocks": [
    { "id": "a", "type": "api", "name": "A", "config": { "url": "https://a.example", "n": [1, 2] } },
    { "id": "b", "type": "api", "name": "B", "config": {} }
  ],
  "edges": []
}`;
const document = draft(text);
const changed = (from: string, to: string) => commandForText(document, text.replace(from, to));

describe('commandForText', () => {
  it.each([
    ['a.example', 'b.example', { block: 'a', path: ['config', 'url'] }, '"https://b.example"'],
    ['[1, 2]', '[1, 2, 3]', { block: 'a', path: ['config', 'n'] }, '[1, 2, 3]'],
    ['"eu"', '"us"', { block: null, path: ['variables', 'region'] }, '"us"'],
    ['"config": {}', '"config": {"x": 1}', { block: 'b', path: ['config'] }, '{"x": 1}'],
  ])('sets the field around %s → %s', (from, to, target, value) => {
    expect(changed(from, to)).toEqual({ kind: 'setField', target, value });
  });

  it.each([
    ['"id": "a"', '"id": "c"'],
    ['"edges": []', '"edges": [], "x": 1'],
    [', "config": {} }', ' }'],
    ['{\n', '{\n\n'],
  ])('replaces the text for %j → %j', (from, to) => {
    expect(changed(from, to).kind).toBe('replaceText');
  });

  it('leads to the text and back, byte by byte, for any edit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const chance = chanceFrom(seed);
        const before = draft(definitionText(chance));
        const edited = applyCommand(before, anyCommand(before, chance));
        if (isRefusal(edited)) return;
        const applied = applyCommand(before, commandForText(before, edited.document.text));
        if (isRefusal(applied)) throw new Error(applied.reason);
        expect(applied.document.text).toBe(edited.document.text);
        const back = applyCommand(applied.document, {
          kind: 'applyPatches',
          patches: applied.inverse,
        });
        expect(isRefusal(back) ? back : back.document.text).toBe(before.text);
      }),
    );
  });
});
