import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allowedHostOf, allowsUrl } from './allowed-hosts.js';

const hostOf = (entry: string): string => {
  const parsed = allowedHostOf(entry);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.host;
};
const allows = (entry: string, url: string): boolean => allowsUrl([hostOf(entry)], new URL(url));

describe('an allowed host', () => {
  it.each([
    ['api.example.com', 'api.example.com'],
    [' API.Example.COM. ', 'api.example.com'],
    ['*.example.com', '*.example.com'],
    ['api.example.com:8443', 'api.example.com:8443'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['localhost:3000', 'localhost:3000'],
    ['10.0.0.7', '10.0.0.7'],
    ['0x7f.1', '127.0.0.1'],
    ['[0:0:0:0:0:0:0:1]:80', '[::1]:80'],
  ])('%s is kept as %s', (entry, host) => {
    expect(allowedHostOf(entry)).toEqual({ host });
  });

  it.each([
    ['https://api.example.com', 'has a scheme'],
    ['api.example.com/v1', 'is more than a host'],
    ['api.example.com?x', 'is more than a host'],
    ['user@api.example.com', 'is more than a host'],
    ['api.example.com\\x', 'is more than a host'],
    ['::1', 'put an IPv6 address in brackets: [::1]'],
    ['*', 'is not a host'],
    ['*.', 'is not a host'],
    ['*.com', 'at least two parts'],
    ['*.10.0.0.7', 'no names below it'],
    ['*.[::1]', 'no names below it'],
    ['api.*.com', 'is not a host'],
    ['a.example,b.example', 'is not a host'],
    ['{{HOST}}', 'is not a host'],
    ['a%2eexample.com', 'is not a host'],
    ['300.1.1.1', 'is not a host'],
    ['', 'is not a host'],
    ['a b.example', 'is not a host'],
    ['api.example.com:0', 'a port is'],
    ['api.example.com:65536', 'a port is'],
    ['api.example.com:https', 'is not a host'],
    [`${'a'.repeat(64)}.`.repeat(5), 'is not a host'],
  ])('%s is refused: %s', (entry, problem) => {
    expect(allowedHostOf(entry)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it.each([
    ['api.example.com', 'https://api.example.com/v1', true],
    ['api.example.com', 'http://API.EXAMPLE.COM.:8080/', true],
    ['api.example.com', 'https://api.example.com.evil.test/', false],
    ['api.example.com', 'https://evil.test/api.example.com', false],
    ['api.example.com', 'https://api.example.com@evil.test/', false],
    ['api.example.com', 'https://x.api.example.com/', false],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://evilexample.com/', false],
    ['api.example.com:443', 'https://api.example.com/', true],
    ['api.example.com:443', 'http://api.example.com/', false],
    ['api.example.com:80', 'http://api.example.com/', true],
    ['api.example.com:8443', 'https://api.example.com:8443/', true],
    ['api.example.com:8443', 'https://api.example.com/', false],
    ['127.0.0.1', 'http://2130706433/', true],
    ['[::1]', 'http://[0:0::1]:9/', true],
    ['bücher.example', 'https://xn--bcher-kva.example/', true],
  ])('%s and %s: %s', (entry, url, isAllowed) => {
    expect(allows(entry, url)).toBe(isAllowed);
  });

  it('must match in full only where a name below it would leak too much', () => {
    const hosts = [hostOf('*.example.com'), hostOf('api.example.com')];
    expect(allowsUrl(hosts, new URL('https://api.example.com/'), false)).toBe(true);
    expect(allowsUrl(hosts, new URL('https://x.example.com/'), false)).toBe(false);
    expect(allowsUrl([], new URL('https://x.example.com/'))).toBe(false);
  });

  it('has one form, and covers the host that it names', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.domain(), fc.ipV4(), fc.string({ unit: 'grapheme' })),
        fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: null }),
        (name, port) => {
          const parsed = allowedHostOf(port === null ? name : `${name}:${port}`);
          if ('problem' in parsed) return;
          expect(allowedHostOf(parsed.host)).toEqual(parsed);
          if (parsed.host.startsWith('*.')) return;
          expect(allowsUrl([parsed.host], new URL(`http://${parsed.host}/`))).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
