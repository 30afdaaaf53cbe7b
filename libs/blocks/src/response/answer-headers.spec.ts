import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import {
  headerProblems,
  headersByName,
  joinedLines,
  judgeHeaders,
  maxAnswerHeaders,
  maxAnswerHeadersBytes,
  refusedName,
  refusedValue,
} from './answer-headers.js';

const nodeTakes = (check: () => void): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0x2ff }).map((code) => String.fromCharCode(code)) }),
);

describe('the allowed names of answer headers', () => {
  it.each(['Content-Type', 'location', 'ETag', 'vary', 'Link', 'x-order', 'X-Robots-Tag'])(
    'include %s',
    (name) => expect(refusedName(name)).toBeNull(),
  );

  it.each([
    'trailer',
    'set-cookie',
    'content-length',
    'transfer-encoding',
    'content-encoding',
    'content-security-policy',
    'strict-transport-security',
    'clear-site-data',
    'service-worker-allowed',
    'access-control-allow-origin',
    'proxy-authenticate',
    'date',
    'X-Execution-Id',
    'x-request-id',
    'x-ratelimit-limit',
    'x-frame-options',
    'X-Content-Type-Options',
    'x-accel-redirect',
    'x-sendfile',
    'x-lighttpd-send-file',
    'x-forwarded-for',
    'x-real-ip',
    'x-envoy-immediate-health-check-fail',
    'a b',
    '',
  ])('exclude %s', (name) => expect(refusedName(name)).toEqual(expect.any(String)));

  it('include names that only begin like an excluded one', () => {
    for (const name of ['x-real-ipx', 'x-requested', 'x-acceleration', 'x-ratelimits'])
      expect(refusedName(name)).toBeNull();
  });

  it('are valid header names for Node.js', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          anyText.map((text) => `x-${text}`),
        ),
        (name) => {
          if (refusedName(name) === null)
            expect(nodeTakes(() => validateHeaderName(name))).toBe(true);
        },
      ),
    );
  });
});

describe('values of answer headers', () => {
  it('are refused exactly when Node.js refuses them', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        expect(refusedValue(value) === null).toBe(nodeTakes(() => validateHeaderValue('x', value)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are refused with the character and a remedy, but without the value', () => {
    expect(refusedValue('https://x/secret🌍')).toBe(
      'has the character U+1F30D at position 17; a header takes U+0020 to U+00FF without control characters. ' +
        'Encode it, e.g. with encodeURIComponent in a function block',
    );
  });
});

describe('all headers of an answer', () => {
  const headers = fc.array(
    fc.record({
      key: fc.oneof(fc.constantFrom('vary', 'location', 'trailer', 'x-a'), anyText),
      value: fc.oneof(anyText, fc.string({ minLength: 8_000, maxLength: 20_000 })),
    }),
    { maxLength: 120 },
  );

  it('are each sent or refused, within the limits of size and count', () => {
    fc.assert(
      fc.property(headers, (given) => {
        const { sent, names, values } = judgeHeaders(given);
        expect(sent.length + names.length + values.length).toBe(given.length);
        expect(sent.length).toBeLessThanOrEqual(maxAnswerHeaders);
        const bytes = sent.map(({ key, value }) => Buffer.byteLength(key + value, 'latin1'));
        expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(maxAnswerHeadersBytes);
      }),
    );
  });

  it('keep all values of a list header and the last of a single one', () => {
    const byName = headersByName([
      { key: 'Link', value: '<a>' },
      { key: 'link', value: '<b>' },
      { key: 'Location', value: '/a' },
      { key: 'location', value: '/b' },
    ]);
    expect([...byName]).toEqual([
      ['link', ['<a>', '<b>']],
      ['location', ['/b']],
    ]);
  });

  it('are refused on save with index and field', () => {
    expect(
      headerProblems([
        { key: 'trailer', value: 'x' },
        { key: 'x-a', value: 'a 🌍 <call.b>' },
        { key: 'etag', value: '1' },
        { key: 'ETag', value: '2' },
        { key: 'x-b', value: 'b'.repeat(maxAnswerHeadersBytes) },
      ]).map(({ index, field }) => [index, field]),
    ).toEqual([
      [0, 'key'],
      [1, 'value'],
      [3, 'key'],
      [4, 'value'],
    ]);
    expect(headerProblems([{ key: 'x-a', value: 'two\r\nlines <call.b>' }])).toEqual([]);
  });
});

it('joinedLines removes line breaks from a header value', () => {
  expect(joinedLines('a\r\nb: c')).toBe('a b: c');
});
