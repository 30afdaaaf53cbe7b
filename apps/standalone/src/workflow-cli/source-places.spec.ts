import { describe, expect, it } from '@jest/globals';
import { pathOf, sourcePlaces } from './source-places.js';

const at = (line: number, column: number) => ({ line, column });

describe('places in a workflow file', () => {
  it('finds a value in JSON by its path', () => {
    const places = sourcePlaces('{\n  "name": "x",\n  "list": [ { "a": 1 }, { "a": 22 } ]\n}\n');
    expect(places.of(['list', 1, 'a'])).toEqual(at(3, 32));
    expect(places.of(['name'])).toEqual(at(2, 11));
  });

  it('finds the nearest value around one that is missing', () => {
    const places = sourcePlaces('name: x\nlist:\n  - a: 1\n');
    expect(places.of(['list', 0, 'b', 'c'])).toEqual(at(3, 5));
    expect(places.of(['other'])).toEqual(at(1, 1));
  });

  it.each([
    ['JSON text with escapes', String.raw`{"code": "a\n\u00e9b <x.y>"}`, at(2, 4), at(1, 22)],
    ['a plain YAML text', 'code: ab <x.y>', at(1, 4), at(1, 10)],
    ['a single-quoted YAML text', "code: 'it''s <x.y>'", at(1, 6), at(1, 14)],
    ['a YAML block', 'code: |\n  first\n    <x.y>\n', at(2, 3), at(3, 5)],
    ['a folded YAML text: its beginning', 'code: >\n  first\n  <x.y>\n', at(1, 7), at(1, 7)],
  ])('finds a place inside %s', (_, text, within, expected) => {
    expect(sourcePlaces(text).of(['code'], within)).toEqual(expected);
  });

  it('reads the fields of problems as paths', () => {
    expect(pathOf('config.conditions[0].expression')).toEqual([
      ...['config', 'conditions', 0, 'expression'],
    ]);
    expect(pathOf('')).toEqual([]);
  });
});
