import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ownPath } from './own-path.js';

describe('the path after a sign-in', () => {
  it.each([
    ['/w/1/executions?status=error', '/w/1/executions?status=error'],
    ['/w/1/start#fragment', '/w/1/start'],
    ['//evil.example/w/', null],
    ['/\\evil.example/w/', null],
    ['\\/evil.example/w/', null],
    ['/w/\\..\\..\\evil', null],
    ['https://evil.example/w/', null],
    ['https:evil.example/w/', null],
    ['javascript:alert(1)', null],
    ['/\t/evil.example/w/', null],
    ['/w/1\r\nset-cookie: a=b', null],
    ['/w/../api/v1/sessions', null],
    ['/w/../auth/oidc/sso/start', null],
    [`/w/${'x'.repeat(1_000)}`, null],
    [`/w/${'\u20ac'.repeat(300)}`, null],
    [['/w/1/start', '/w/2/start'], null],
    [undefined, null],
  ])('of %j is %j', (next, expected) => {
    expect(ownPath(next)).toBe(expected);
  });

  it('is on this origin and fits a header for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
        for (const next of [text, `/w/${text}`]) {
          const path = ownPath(next);
          if (path === null) continue;
          expect(new URL(path, 'https://own.example').origin).toBe('https://own.example');
          expect(path).toMatch(/^\/w\/[\x21-\x7e]*$/);
        }
      }),
    );
  });
});
