import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findInJson } from './find-in-json.js';
import { indentJson, inlineJson } from './indent-json.js';
import { fileAt, previewOf } from './json-file.js';
import { pathText, referenceTo } from './json-path.js';
import { closedAtFirst, linesOf, opened } from './json-rows.js';
import {
  decoded,
  isHolder,
  type JsonTree,
  kindOf,
  pathOf,
  stepOf,
  valueText,
} from './json-tree.js';
import { moved, viewOf } from './json-view.js';
import { parseJsonTree } from './parse-json-tree.js';

/** What a tree says, built again from its nodes. */
function valueAt(tree: JsonTree, text: string, node: number): unknown {
  if (!isHolder(tree, node)) return JSON.parse(valueText(tree, text, node));
  const held: [string | number | null, unknown][] = [];
  for (let at = node + 1; at < (tree.nexts[node] ?? 0); at = tree.nexts[at] ?? Infinity)
    held.push([stepOf(tree, text, at), valueAt(tree, text, at)]);
  return kindOf(tree, node) === 'array'
    ? held.map(([, value]) => value)
    : Object.fromEntries(held.map(([key, value]) => [String(key), value]));
}

const drawn = (text: string): string => {
  const tree = parseJsonTree(text);
  return Array.from(
    { length: tree.count },
    (_, node) => `${pathText(pathOf(tree, text, node))} ${kindOf(tree, node)}`,
  ).join(', ');
};
/** `__proto__` in a literal is no field of the built value. */
const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));

describe('parseJsonTree', () => {
  it('says what the text says, however it is spaced', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const tree = parseJsonTree(text);
        expect(tree.brokenAt).toBeNull();
        expect(valueAt(tree, text, 0)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('never fails, and never reads past the text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '1', '-', 't', ' ', '\\'),
        }),
        (text) => {
          const tree = parseJsonTree(text);
          for (let node = 0; node < tree.count; node += 1)
            expect(tree.ends[node]).toBeLessThanOrEqual(text.length);
          let isJson = true;
          try {
            JSON.parse(text);
          } catch {
            isJson = false;
          }
          // Only the texts that JSON takes are whole, but for numbers such as 01.
          if (isJson) expect(tree.brokenAt).toBeNull();
        },
      ),
    );
  });

  it('keeps numbers above 2^53 as they were sent', () => {
    const text = '{"id": 9007199254740993, "rate": 1.10}';
    const tree = parseJsonTree(text);
    expect([1, 2].map((node) => valueText(tree, text, node))).toEqual(['9007199254740993', '1.10']);
  });

  it('shows what came before a text was cut', () => {
    const text = '{"a": [1, {"b": "x"}, "cut of';
    expect(drawn(text)).toBe('$ object, a array, a[0] number, a[1] object, a[1].b string');
    expect(parseJsonTree(text)).toMatchObject({ brokenAt: 22, isCut: true });
  });

  it('tells every beginning of a document from what is none', () => {
    fc.assert(
      fc.property(json, fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        const { brokenAt, isCut, count } = parseJsonTree(text.slice(0, at % text.length));
        expect(count === 0 || brokenAt === null || isCut).toBe(true);
      }),
    );
    for (const text of ['[2026-01-01] failed', '{a: 1}', '1 2', 'upstream error', '"a" b'])
      expect(parseJsonTree(text).isCut).toBe(false);
  });

  it('is not deep in the stack', () => {
    const tree = parseJsonTree('['.repeat(200_000));
    expect(tree.count).toBe(200_000);
  });
});

describe('lines', () => {
  const text = '{"a": {"b": [1, 2]}, "c": 3, "d": {}}';
  const tree = parseJsonTree(text);
  it('open and end, and leave out what a closed node holds', () => {
    expect([...linesOf(tree, new Set())]).toEqual([0, 1, 2, 3, 4, ~2, ~1, 5, 6, ~0]);
    expect([...linesOf(tree, new Set([1]))]).toEqual([0, 1, 5, 6, ~0]);
    expect([...linesOf(tree, new Set([0]))]).toEqual([0]);
  });

  it('open what holds a found node', () => {
    expect([...opened(tree, new Set([1, 2]), 4)]).toEqual([]);
    const closed = new Set([3]);
    expect(opened(tree, closed, 5)).toBe(closed);
  });

  it('show a long list closed, and the top level always', () => {
    const long = parseJsonTree(JSON.stringify({ list: Array.from({ length: 500 }, () => 1) }));
    expect([...linesOf(long, closedAtFirst(long))]).toEqual([0, 1, ~0]);
    const wide = parseJsonTree(JSON.stringify(Array.from({ length: 500 }, () => [1])));
    expect(linesOf(wide, closedAtFirst(wide))).toHaveLength(502);
  });
});

describe('a view', () => {
  const text = '{"a": {"b": [1, 2]}, "c": 3}';
  const view = viewOf(parseJsonTree(text), text);
  const after = (...keys: string[]): number | null =>
    keys.reduce((at, key) => moved(at, { kind: 'key', key, page: 3 }), view).active;

  it.each([
    [['ArrowDown'], 0],
    [['ArrowDown', 'ArrowDown', 'ArrowDown'], 2],
    [['End'], 5],
    [['End', 'ArrowUp'], 4],
    [['End', 'Home'], 0],
    [['End', 'ArrowLeft'], 0],
    [['ArrowDown', 'ArrowLeft', 'ArrowDown'], 0],
    [['PageDown', 'ArrowRight'], 3],
    [['ArrowLeft'], null],
  ])('goes by %j to node %j', (keys, node) => {
    expect(after(...keys)).toBe(node);
  });

  it('walks through what it found, opening what hides it, and begins again at the end', () => {
    const closed = moved(view, { kind: 'toggle', node: 1 });
    expect([...closed.lines]).toEqual([0, 1, 5, ~0]);
    const first = moved(closed, { kind: 'find', query: '2' });
    expect([first.active, first.lines.length]).toEqual([4, 9]);
    expect(moved(first, { kind: 'match', step: 1 }).active).toBe(4);
  });

  it('stays on a line that is shown, whatever is pressed', () => {
    const key = fc.constantFrom(
      ...['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'],
      'Enter',
    );
    fc.assert(
      fc.property(json, fc.array(key, { maxLength: 30 }), (value, keys) => {
        const document = JSON.stringify(value);
        let at = viewOf(parseJsonTree(document), document);
        for (const pressed of keys) {
          at = moved(at, { kind: 'key', key: pressed, page: 5 });
          if (at.active !== null) expect([...at.lines]).toContain(at.active);
        }
      }),
    );
  });
});

describe('findInJson', () => {
  const text = '{"Name": "Ann", "list": [1, "anna"], "q": "a\\"b"}';
  const tree = parseJsonTree(text);
  it.each([
    ['ann', [1, 4]],
    ['name', [1]],
    ['1', [3]],
    ['a"b', [5]],
    ['[', []],
    ['-', []],
    ['(', []],
    ['', []],
  ])('finds %j', (query, nodes) => {
    expect(findInJson(tree, text, query)).toEqual(nodes);
  });
});

describe('paths', () => {
  it('read as references', () => {
    expect(referenceTo('charge', ['data', 'items', 0, 'id'])).toBe('<charge.data.items[0].id>');
    expect(referenceTo('charge', [])).toBe('<charge>');
    expect(referenceTo('charge', ['x y', 'a"b'])).toBe(`<charge["x y"]['a"b']>`);
  });

  it('do not promise a reference to a field that none can name', () => {
    expect(referenceTo('charge', ['a]b'])).toBeNull();
    expect(pathText(['a]b'])).toBe('["a]b"]');
  });
});

describe('indentJson', () => {
  it('says the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(indentJson(JSON.stringify(value)))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  it('leaves a text alone that is no JSON', () => {
    expect(indentJson('[2026] upstream  error')).toBe('[2026] upstream  error');
  });

  it('keeps numbers and empty objects on their line', () => {
    expect(indentJson('{"a":9007199254740993,"b":{},"c":[1.10]}')).toBe(
      '{\n  "a": 9007199254740993,\n  "b": {},\n  "c": [\n    1.10\n  ]\n}',
    );
  });
});

describe('inlineJson', () => {
  it('puts a short value on one line, and leaves its texts alone', () => {
    expect(inlineJson('{"a":[1,2 ],\n"b" : " x , y ", "c":{}}')).toBe(
      '{ "a": [1, 2], "b": " x , y ", "c": {} }',
    );
  });
});

describe('fileAt', () => {
  const file = { name: 'scan.png', contentType: 'image/png', base64: 'iVBORw0KGgo=', sizeBytes: 8 };
  const found = (value: unknown): ReturnType<typeof fileAt> => {
    const text = JSON.stringify(value);
    return fileAt(parseJsonTree(text), text, 0);
  };

  it('finds a file of a form or a block', () => {
    expect(found(file)).toEqual(file);
    expect(found({ ...file, contentType: 'text/html; charset=utf-8' })?.contentType).toBe(
      'text/html',
    );
  });

  it('previews pictures only, never what may run', () => {
    expect(previewOf(file)).toBe('data:image/png;base64,iVBORw0KGgo=');
    for (const contentType of ['image/svg+xml', 'text/html', 'application/pdf'])
      expect(previewOf({ ...file, contentType })).toBeNull();
  });

  it('takes nothing else for a file', () => {
    for (const other of [
      { ...file, base64: 'not base64!' },
      { ...file, contentType: 7 },
      [file],
      1,
    ])
      expect(found(other)).toBeNull();
  });
});

describe('decoded', () => {
  it('shows a damaged string as it was sent', () => {
    expect([decoded('"a\\n"'), decoded('"\\x"')]).toEqual(['a\n', '"\\x"']);
  });
});
