import { describe, expect, it } from '@jest/globals';
import { after } from '../testing/draft.js';

const odd = `{ "variables" : {"big":9007199254740993 },
  "blocks": [ {"name":"A", "id":"a" ,"config": {
\t"url" : "\\u0078", "n": 1.0 } }]  }`;

const set = (text: string, path: (string | number)[], value: string, block: string | null = 'a') =>
  after(text, { kind: 'setField', target: { block, path }, value });
const remove = (text: string, path: (string | number)[], block: string | null = 'a') =>
  after(text, { kind: 'removeField', target: { block, path } });

describe('setField', () => {
  it('changes only the bytes of the value', () => {
    expect(set(odd, ['config', 'url'], '"y"')).toBe(odd.replace('"\\u0078"', '"y"'));
    expect(set(odd, ['variables', 'big'], '1e400', null)).toBe(
      odd.replace('9007199254740993', '1e400'),
    );
  });

  it('adds a field after the last, with the white space of its neighbours', () => {
    expect(set(odd, ['config', 'x'], '[1,2]')).toBe(
      odd.replace('"n": 1.0', '"n": 1.0, "x" : [1,2]'),
    );
  });

  it('makes the objects around a field that are missing', () => {
    const text = '{\n  "blocks": [\n    {\n      "id": "a"\n    }\n  ]\n}';
    expect(set(text, ['config', 'headers', 'x-id'], '1')).toBe(
      text.replace(
        '"id": "a"',
        '"id": "a",\n      "config": {\n        "headers": {\n          "x-id": 1\n        }\n      }',
      ),
    );
  });

  it('adds an item at the end of a list, and no further', () => {
    const text = '{"blocks":[{"id":"a","list":[1, 2]}]}';
    expect(set(text, ['list', 2], '3')).toBe(text.replace('2]', '2, 3]'));
    expect(set(text, ['list', 4], '3')).toBe('indexOutOfRange');
  });

  it.each([
    [['id'], '"b"', 'blockIdIsFixed'],
    [['config', 'url', 'x'], '1', 'notAHolder'],
    [['config', 0], '1', 'notAHolder'],
    [['config', 'url'], 'x', 'notJson'],
    [[], '{}', 'blockIdIsFixed'],
  ])('is refused at %j with %s: %s', (path, value, reason) => {
    expect(set(odd, path, value)).toBe(reason);
  });

  it('is refused for a block that is not there', () => {
    expect(set(odd, ['name'], '1', 'b')).toBe('noSuchBlock');
  });
});

describe('removeField', () => {
  it('takes the comma and the white space of the field along', () => {
    expect(remove(odd, ['config', 'n'])).toBe(odd.replace(', "n": 1.0', ''));
    expect(remove(odd, ['config', 'url'])).toBe(odd.replace('"url" : "\\u0078", ', ''));
    expect(remove(odd, ['variables', 'big'], null)).toBe(
      odd.replace('{"big":9007199254740993 }', '{}'),
    );
  });

  it('takes every field of a name: none that was hidden shows up', () => {
    expect(remove('{"blocks":[{"id":"a","x":1,"y":2,"x":3}]}', ['x'])).toBe(
      '{"blocks":[{"id":"a","y":2}]}',
    );
  });

  it('is refused where nothing is', () => {
    expect(remove(odd, ['config', 'none'])).toBe('noSuchField');
    expect(remove(odd, ['id'])).toBe('blockIdIsFixed');
  });
});

describe('renameField', () => {
  const rename = (text: string, path: string[], name: string) =>
    after(text, { kind: 'renameField', target: { block: 'a', path }, name });

  it('changes the bytes of the name only, wherever the field stands', () => {
    expect(rename(odd, ['config', 'url'], 'to "it"')).toBe(
      odd.replace('"url" :', JSON.stringify('to "it"') + ' :'),
    );
    expect(rename(odd, ['config', 'n'], 'm')).toBe(odd.replace('"n"', '"m"'));
    const alone = '{"blocks":[{"id":"a","config":{ "x":1\n}}]}';
    expect(rename(alone, ['config', 'x'], 'y')).toBe(alone.replace('"x"', '"y"'));
  });

  it('takes fields along that a later one of the same name hides', () => {
    expect(rename('{"blocks":[{"id":"a","x":1,"y":2,"x":3,"z":4}]}', ['x'], 'w')).toBe(
      '{"blocks":[{"id":"a","y":2,"w":3,"z":4}]}',
    );
  });

  it.each([
    [['config', 'url'], 'n', 'exists'],
    [['config', 'none'], 'n', 'noSuchField'],
    [['id'], 'n', 'blockIdIsFixed'],
  ])('is refused at %j as %s: %s', (path, name, reason) => {
    expect(rename(odd, path, name)).toBe(reason);
  });
});

describe('items of a list', () => {
  const text = '{"blocks":[{"id":"a","list":[1, 2,3]}]}';
  const target = (index: number) => ({ block: 'a', path: ['list', index] });

  it('are put in before others', () => {
    const inserted = after(text, { kind: 'insertItem', target: target(1), value: '9' });
    expect(inserted).toBe(text.replace('1, 2', '1, 9, 2'));
  });

  it('move and keep their bytes', () => {
    const moved = after(text, { kind: 'moveItem', target: target(0), toIndex: 2 });
    expect(moved).toBe(text.replace('[1, 2,3]', '[2,3,1]'));
  });
});
