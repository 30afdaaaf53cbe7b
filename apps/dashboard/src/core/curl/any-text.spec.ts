/** What holds for every text that someone pastes. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maxCurlLength, readCurl } from './curl.js';
import { severityOf } from './problem.js';

const url = 'https://api.example.com/orders';

/** As a careful person writes it for bash. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const ansi = (text: string): string =>
  `$'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}'`;

const plain = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/[<{\0]/.test(text));
const fragments = fc.constantFrom(
  ...['curl', ' ', '\n', '\\', '^', '`', '"', "'", '$', '$(', '${', '-H', '-d', '@', '--data-raw'],
  ...[
    'https://x.example',
    '?',
    '&',
    '=',
    '%',
    '{{A}}',
    '<a.b>',
    '[1-2]',
    '-X',
    '-u',
    ':',
    '|',
    '#',
  ],
);

describe('readCurl of any text', () => {
  const pasted = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fragments, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.array(fragments, { maxLength: 60 }).map((parts) => `curl ${parts.join(' ')}`),
  );

  it('gives a block or an error, and places within the text', () => {
    fc.assert(
      fc.property(pasted, (text) => {
        const { config, problems } = readCurl(text);
        const errors = problems.filter((problem) => severityOf(problem) === 'error');
        expect(config === null).toBe(errors.length > 0);
        for (const { from, to } of problems)
          expect(0 <= from && from <= to && to <= text.length).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["quotes that don't end", "'", ''],
    ['substitutions', '$(', ''],
    ['openings of references', '<a ', '-d "'],
    ['operators', '| ', ''],
    ['secrets', '{{A}}', ''],
    ['variables', '$A', ''],
    ['query parameters', 'a=1&', 'https://x.example?'],
    ['brackets', '[{', '-d '],
    ['options', '-H a:b ', ''],
    ['carets', '^"', ''],
  ])('reads 64 KiB of %s before the test times out', (_, part, before) => {
    const start = `curl ${before}`;
    const text = start + part.repeat((maxCurlLength - start.length) / part.length);
    expect(readCurl(text).problems.length).toBeLessThanOrEqual(100);
  });

  it('keeps bodies and headers as they were quoted', () => {
    fc.assert(
      fc.property(plain, fc.constantFrom(quoted, ansi), (text, quote) => {
        const value = text.replaceAll(/[\r\n]/g, ' ').trim() || 'x';
        const line = `curl ${url} -H ${quote(`X-Text: ${value}`)} -H 'Content-Type: text/plain' --data-raw ${quote(text)}`;
        expect(readCurl(line).config).toMatchObject({
          ...{ body: text, bodyType: 'text' },
          headers: [{ key: 'X-Text', value }, { key: 'Content-Type' }],
        });
      }),
    );
  });

  it('keeps JSON as it is, as a value or as text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = JSON.stringify(value);
        fc.pre(!/[<{]{2}|<[A-Za-z_]/.test(json));
        const { body } = readCurl(`curl ${url} --json ${quoted(json)}`).config ?? {};
        expect(typeof body === 'string' ? body : JSON.stringify(body)).toBe(json);
      }),
      { examples: [[{ '': ' ^"' }]] },
    );
  });

  it('keeps each pair of a query', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(plain.filter(Boolean), plain), { minLength: 1 }), (pairs) => {
        const data = pairs.map(
          ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
        );
        const { config } = readCurl(`curl ${quoted(`${url}?${data.join('&')}`)}`);
        expect(config?.query).toEqual(pairs.map(([key, value]) => ({ key, value })));
      }),
    );
  });
});
