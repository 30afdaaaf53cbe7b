import { describe, expect, it } from '@jest/globals';
import { indexSamples } from './candidates.js';
import { completionAt, maxScanned } from './completion.js';
import { mistakesIn, referencesIn } from './field-references.js';
import { insertReference, takePart, takeWhole } from './insert.js';
import { lastValue } from './last-value.js';
import { maxPaths, samplePaths } from './sample-paths.js';
import type { Scope } from './scope.js';

const data = {
  card: { id: 'card_9fK2', brand: 'visa', expires: '2028-04' },
  locale: 'pt-PT',
  campaigns: [],
  'odd key': { 'a]b': 1 },
  lines: [{ sku: 'K-1' }, { sku: 'K-2' }],
};
const scope: Scope = {
  blocks: [
    {
      ...{ id: 'fetch', name: 'Fetch customer', reference: 'fetchcustomer', isOpen: false },
      outputs: [
        { path: 'data', type: 'any', text: 'body of the answer' },
        { path: 'status', type: 'number', text: 'HTTP status' },
        { path: 'data.category', type: 'text', text: 'as the shop says' },
      ],
      lastRun: { value: { data, status: 200, hidden: 1 }, atMs: 5 },
    },
    {
      ...{ id: 'start', name: 'Order received', reference: 'orderreceived', isOpen: true },
      outputs: [{ path: 'body', type: 'any', text: 'of the request' }],
      lastRun: null,
    },
    {
      ...{ id: 'odd', name: 'Known?', reference: null, isOpen: true, outputs: [], lastRun: null },
    },
  ],
  otherBlocks: ['Later'],
  secrets: ['PAY_KEY', 'CRM_TOKEN'],
  variables: [{ name: 'total', type: 'number' }],
  containers: [{ kind: 'loop', fields: [{ path: 'index', type: 'number', text: 'from 0' }] }],
};

/** Rows at `|`, what was hit in brackets. */
function rowsAt(marked: string): string[] {
  const found = completionAt(marked.replace('|', ''), marked.indexOf('|'), scope);
  return (found?.rows ?? []).map(({ shown, hit: { from, to } }) =>
    from === to ? shown : `${shown.slice(0, from)}(${shown.slice(from, to)})${shown.slice(to)}`,
  );
}

/** After the first row was taken, the caret as `|`. */
function taken(
  marked: string,
  take: typeof takeWhole,
  quoting: 'bare' | 'quoted' = 'bare',
): string {
  const text = marked.replace('|', '');
  const found = completionAt(text, marked.indexOf('|'), scope, quoting === 'quoted');
  const [row] = found?.rows ?? [];
  if (found === null || row === undefined) return 'nothing';
  const change = take(text, found.token, row.candidate, quoting);
  const after = text.slice(0, change.from) + change.text + text.slice(change.to);
  return `${after.slice(0, change.caret)}|${after.slice(change.caret)}`;
}

describe('completion', () => {
  it('lists blocks, containers and variables, then outputs, then what the last run had', () => {
    expect(rowsAt('a <|').slice(0, 8)).toEqual([
      ...['fetchcustomer', 'orderreceived', 'loop.index', 'variable.total'],
      ...['fetchcustomer.data', 'fetchcustomer.status', 'fetchcustomer.data.category'],
      'orderreceived.body',
    ]);
    expect(rowsAt('a <|')[8]).toBe('fetchcustomer.data.card');
  });

  it('offers no seen output that the block does not declare', () => {
    expect(rowsAt('<fetchcustomer.hid|')).toEqual([]);
  });

  it('matches what is typed anywhere in the rest of the path, beginnings of steps first', () => {
    expect(rowsAt('<fetchcustomer.data.ca|')).toEqual([
      ...['data.(ca)tegory', 'data.(ca)rd', 'data.(ca)mpaigns'],
      ...['data.(ca)rd.id', 'data.(ca)rd.brand', 'data.(ca)rd.expires', 'data.lo(ca)le'],
    ]);
  });

  it('finds a block by the name that its author wrote', () => {
    expect(rowsAt('<Fetch cus|')[0]).toBe('(fetchcus)tomer');
  });

  it('lists secrets after two braces, fields of the container and variables by their names', () => {
    expect([
      rowsAt('{{|'),
      rowsAt('{{ pay|}}'),
      rowsAt('<loop.|'),
      rowsAt('<variable.to|'),
    ]).toEqual([...[['PAY_KEY', 'CRM_TOKEN'], ['(PAY)_KEY'], ['index'], ['(to)tal']]]);
  });

  it('offers nothing for text, for a backslash before the bracket, and in other words', () => {
    for (const text of ['|', 'a < |', '\\<fetch|', '<div class="|', '<a.b>|', '<nobody.|'])
      expect([text, rowsAt(text)]).toEqual([text, []]);
  });

  it('goes on into an item of a list that the first one does not show', () => {
    expect(rowsAt('<fetchcustomer.data.lines[1].|')).toEqual(['data.lines[1].sku']);
  });

  it('writes odd names in brackets, and leaves out those that no reference can write', () => {
    expect(rowsAt('<fetchcustomer.data.od|')).toEqual(['data["(od)d key"]']);
  });

  it('takes the whole, also over the rest of a whole reference', () => {
    expect(taken('x <fetchcustomer.lo|', takeWhole)).toBe('x <fetchcustomer.data.locale>|');
    expect(taken('<fetchcustomer.sta|.x> y', takeWhole)).toBe('<fetchcustomer.status>| y');
    expect(taken('{{pa| }} y', takeWhole)).toBe('{{PAY_KEY}}| y');
  });

  it('takes one part of the path', () => {
    expect(taken('<fetch|', takePart)).toBe('<fetchcustomer.|');
    expect(taken('<fetchcustomer.bran|', takePart)).toBe('<fetchcustomer.data.|');
    expect(taken('<fetchcustomer.data.card.b|', takePart)).toBe('<fetchcustomer.data.card.brand>|');
    expect(taken('<fetchcustomer.sku|', takePart)).toBe('<fetchcustomer.data.|');
    expect(taken('<fetchcustomer.data.sku|', takePart)).toBe('<fetchcustomer.data.lines[|');
  });

  it('puts a reference into a string where the text is JSON', () => {
    expect(taken('{"a": <fetchcustomer.stat|}', takeWhole, 'quoted')).toBe(
      '{"a": "<fetchcustomer.status>"|}',
    );
    expect(taken('{"a": "<fetchcustomer.stat|"}', takeWhole, 'quoted')).toBe(
      '{"a": "<fetchcustomer.status>|"}',
    );
    expect(taken('{"a": <fetch|}', takePart, 'quoted')).toBe('{"a": "<fetchcustomer.|"}');
    expect(taken('{"a": "<fetchcustomer.od|"}', takeWhole, 'quoted')).toBe(
      `{"a": "<fetchcustomer.data['odd key']>|"}`,
    );
  });
});

describe('a reference from elsewhere', () => {
  it('replaces the selection, or the beginning of a reference before the caret', () => {
    const inserted = (text: string, from: number, to = from): string => {
      const change = insertReference(text, { from, to }, '<a.b>', 'bare');
      return text.slice(0, change.from) + change.text + text.slice(change.to);
    };
    expect([inserted('xyz', 1, 2), inserted('x <fet z', 6), inserted('', 0)]).toEqual([
      ...['x<a.b>z', 'x <a.b> z', '<a.b>'],
    ]);
  });
});

describe('mistakesIn', () => {
  const fixed = (text: string, isJson = false): string[] =>
    mistakesIn(text, scope, isJson).map(({ kind, fix }) =>
      fix === null ? kind : `${kind}: ${text.slice(0, fix.from)}${fix.text}${text.slice(fix.to)}`,
    );

  it('names the nearest name, and where it goes', () => {
    expect(fixed('a <fetchcustmer.data.payUrl>/b')).toEqual([
      'block: a <fetchcustomer.data.payUrl>/b',
    ]);
    expect(fixed('<Fetch Customer.dta[0]>')).toEqual(['output: <Fetch Customer.data[0]>']);
    expect(fixed('<variable.totl.x>')).toEqual(['variable: <variable.total.x>']);
    expect(fixed('{{PAY_KY}}')).toEqual(['secret: {{PAY_KEY}}']);
  });

  it('says which kind of name is missing where none is near', () => {
    expect(fixed('<parallel.index> <tool.x> <zzz.y> <env.1x>')).toEqual([
      ...['iteration', 'tool', 'block', 'environment'],
    ]);
  });

  it('finds none in text, in blocks elsewhere and in what the scope has', () => {
    expect(fixed('\\<a.b> <div> <later.x> <loop.index> <env.SHOP> <orderreceived.any>')).toEqual(
      [],
    );
  });

  it('reads the strings of JSON', () => {
    expect(fixed('{"a": "<fetchcustmer[\\"a b\\"]>"}', true)).toEqual([
      'block: {"a": "<fetchcustomer[\\"a b\\"]>"}',
    ]);
    const text = '{"a\\"b": "<fetchcustomer[\\"data\\"]> <loop.index>"}';
    expect(referencesIn(text, scope, true).map(({ from, to }) => text.slice(from, to))).toEqual([
      ...['<fetchcustomer[\\"data\\"]>', '<loop.index>'],
    ]);
  });
});

describe('lastValue', () => {
  it('says what a reference stood for, or why it is not known', () => {
    expect(lastValue('<Fetch customer.data.card.id>', scope)).toEqual({
      ...{ kind: 'value', block: 'Fetch customer', atMs: 5 },
      look: { type: 'text', text: '"card_9fK2"', count: null },
    });
    const kinds = ['<fetchcustomer.nope>', '<orderreceived>', '<loop.index>', '{{A}}', '<zz.a>'];
    expect(kinds.map((text) => lastValue(text, scope)?.kind)).toEqual([
      ...['absent', 'notRun', 'iteration', 'secret', undefined],
    ]);
  });
});

describe('a sample of 2 MB', () => {
  const item = {
    id: 1,
    name: 'x'.repeat(40),
    tags: ['a'],
    address: { city: 'Porto', zip: '4000' },
  };
  const value = {
    rows: Array.from({ length: 8_000 }, () => item),
    byId: Object.fromEntries(Array.from({ length: 8_000 }, (_, at) => [`k${at}`, { ...item }])),
  };
  const large: Scope = {
    ...scope,
    blocks: Array.from({ length: 20 }, (_, at) => ({
      ...{ id: `b${at}`, name: `B${at}`, reference: `b${at}`, isOpen: true, outputs: [] },
      lastRun: { value: { ...value }, atMs: 0 },
    })),
  };

  it('is indexed once, and only so far', () => {
    const paths = samplePaths(value);
    expect([samplePaths(value) === paths, paths.length <= maxPaths]).toEqual([true, true]);
  });

  it('bounds what a key press looks at', () => {
    for (const _ of indexSamples(large)) continue;
    const texts = ['<', '<b7', '<b7.', '<b7.r', '<b7.rows[4].', '<b7.byId.k5000.'];
    const totals = texts.map((text) => completionAt(text, text.length, large)?.total ?? 0);
    expect(Math.max(...totals)).toBeLessThanOrEqual(maxScanned);
    expect(totals.map((total) => total > 0)).toEqual(texts.map(() => true));
  });
});
