import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonPlaces, JsonTextError, offsetInText, RepeatedNameError } from './json-scan.js';

const text = `{
  "blocks": [
    { "id": "a", "config": { "url": "one\\n\\u0074wo <x.y>", "a.b": [1, {"c": null}] } }
  ]
}`;

const shown = (path: string): string => {
  const { value } = jsonPlaces(text, [path])(path) ?? { value: { offset: 0, length: 0 } };
  return text.slice(value.offset, value.offset + value.length);
};

describe('the places of values in a JSON text', () => {
  it.each([
    ['blocks[0].id', '"a"'],
    ['blocks[0].config', '{'],
    ['blocks[0].config.a.b[0]', '1'],
    ['blocks[0].config.a.b[1].c', 'null'],
    ['blocks[0].name', '{'],
    ['blocks[7].id', '['],
  ])('find %s', (path, found) => {
    expect(shown(path)).toBe(found);
  });

  it('end where the value ends', () => {
    const place = jsonPlaces(text, ['blocks[0].config.url', 'blocks'])('blocks');
    const list = text.slice(place?.value.offset, place?.end);
    expect([list.at(0), list.at(-1), JSON.parse(list)]).toEqual([
      ...['[', ']'],
      (JSON.parse(text) as { blocks: unknown }).blocks,
    ]);
  });

  it('count escapes inside a text', () => {
    const path = 'blocks[0].config.url';
    const place = jsonPlaces(text, [path])(path);
    if (place === null) throw new Error('not found');
    const offset = offsetInText(text, place, { line: 2, column: 5 });
    expect(text.slice(offset, offset + 5)).toBe('<x.y>');
  });

  it.each([
    ['', 0, 'expected a value, the text ends'],
    ['{"a":1,}', 7, 'expected a name in double quotes, not "}"'],
    ['[1 2]', 3, 'expected "," or "]", not "2"'],
    ['{"a" 1}', 5, 'expected ":", not "1"'],
    ['"a', 2, 'expected the closing quote of a text, the text ends'],
    ["{'a':1}", 1, 'expected a name in double quotes, not "\'"'],
    ['[\uFEFF1]', 1, 'expected a value, not U+FEFF'],
    ['1 x', 2, 'expected the end of the text, not "x"'],
  ])('say where %j stops being JSON', (wrong, offset, message) => {
    const scan = () => jsonPlaces(wrong, []);
    expect(scan).toThrow(new JsonTextError(message, offset));
  });

  it.each([
    ['{"a":1,"b":{"c":2,"d":{},"c":3}}', 25, 'c'],
    ['[{"a":1},{"a":1, "\\u0061":2}]', 17, 'a'],
    ['{"":1,"":2}', 6, ''],
  ])('may refuse %s, which repeats a name', (repeated, offset, name) => {
    const message = `the object has the name "${name}" twice`;
    const scan = () => jsonPlaces(repeated, [], { uniqueNames: true });
    expect(scan).toThrow(new RepeatedNameError(message, offset));
    expect(() => jsonPlaces(repeated, [])).not.toThrow();
  });

  it('agree with JSON.parse on what is JSON', () => {
    const isJson = (one: string, read: (one: string) => unknown): boolean => {
      try {
        read(one);
        return true;
      } catch {
        return false;
      }
    };
    const near = fc.oneof(
      fc.json(),
      fc
        .tuple(fc.json(), fc.nat(30), fc.constantFrom('"', '{', ',', '\\', '0', 'u'))
        .map(([json, at, extra]) => json.slice(0, at) + extra + json.slice(at)),
    );
    fc.assert(
      fc.property(near, (one) => {
        expect(isJson(one, (json) => jsonPlaces(json, ['a']))).toBe(isJson(one, JSON.parse));
      }),
      { numRuns: 2_000 },
    );
  });
});
