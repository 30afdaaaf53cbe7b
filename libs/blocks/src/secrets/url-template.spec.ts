import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { secretMayBeHost, staticUrlOf } from './url-template.js';

describe('the URL of a call', () => {
  it.each([
    ['https://api.example.com/v1/{{KEY}}', false],
    ['https://api.example.com?key={{KEY}}', false],
    ['https://<env.HOST>/hooks/{{KEY}}', false],
    ['<env.BASE>/v1/{{KEY}}', false],
    ['<env.BASE>?key={{KEY}}', false],
    ['https://api.example.com/', false],
    ['{{URL}}', true],
    ['https://{{KEY}}.example.com/', true],
    ['https://api.{{KEY}}', true],
    ['https://user:{{KEY}}@api.example.com/', true],
    ['<env.BASE>/{{KEY}}', true],
    ['https://<env.HOST>/{{KEY}}', true],
    ['https:///{{KEY}}.example.com/', true],
    ['https:/\t/{{KEY}}.example.com/', true],
    ['https://<a.b["/x/"]>{{KEY}}', true],
  ])('may have a secret as its host: %s: %s', (url, may) => {
    expect(secretMayBeHost(url)).toBe(may);
  });

  it.each([
    ['https://api.example.com/v1/<a.b>', 'api.example.com'],
    [' https://API.example.com:8443 ', 'api.example.com:8443'],
    ['https://api.example.com?x={{KEY}}', 'api.example.com'],
    ['https://api.example.com<a.b>/v1/', null],
    ['https://<a.b>/v1/', null],
    ['{{URL}}', null],
    ['not a URL', null],
  ])('%s goes to %s', (url, host) => {
    expect(staticUrlOf(url)?.host ?? null).toBe(host);
  });

  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom('https:', 'https://', 'http:/', '/', '//', '\\', '?', '#', '@', ':', '\t'),
      fc.constantFrom('<a.b>', '<a["/x/"].b>', '<c>', '{{KEY}}', 'h.test', 'x', '.', ' ', '%2f'),
    ),
    { maxLength: 8 },
  );
  /** A backslash before it makes a reference text. */
  const isEscaped = (template: readonly string[]): boolean => /\\[<{]/.test(template.join(''));
  const filled = (template: readonly string[], values: readonly string[], key: string): string =>
    template
      .map((piece, index) => {
        if (piece === '{{KEY}}') return key;
        return piece.startsWith('<') ? (values[index] ?? '') : piece;
      })
      .join('');

  it('never depends on a secret for its host where none may be in it', () => {
    const values = fc.array(
      fc.constantFrom('', 'https:', 'https:/', 'https://', 'https://a.test', '/', 'b.test/', 'c'),
      { minLength: 8, maxLength: 8 },
    );
    fc.assert(
      fc.property(pieces, values, (template, given) => {
        const first = template.indexOf('{{KEY}}');
        if (first < 0 || isEscaped(template) || secretMayBeHost(template.join(''))) return;
        const [one, two] = ['k1.test', 'k2'].map((key) => URL.parse(filled(template, given, key)));
        if (one != null && two != null) expect(one.host).toBe(two.host);
      }),
      { numRuns: 20_000 },
    );
  });

  it('goes to the host at its beginning, whatever its references are', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.constantFrom('', '/', '@evil.test', '.evil.test', 'x'),
        (template, value) => {
          const known = isEscaped(template) ? null : staticUrlOf(template.join(''));
          const real = URL.parse(filled(template, Array<string>(8).fill(value), value).trim());
          if (known !== null && real !== null) expect(real.host).toBe(known.host);
        },
      ),
      { numRuns: 20_000 },
    );
  });
});
