import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { paths, safeNext, signInToken } from './paths.js';

describe('the addresses of the dashboard', () => {
  it('are these', () => {
    expect(Object.values(paths).map((path) => path('a b', 'c d'))).toEqual([
      '/sign-in',
      '/auth/oidc/a%20b/start?next=c%20d',
      '/w/a%20b/start',
      '/w/a%20b/workflows',
      '/w/a%20b/workflows/c%20d',
      '/w/a%20b/executions',
      '/w/a%20b/executions/c%20d',
      '/w/a%20b/webhooks',
      '/w/a%20b/settings/keys',
      '/w/a%20b/settings/sessions',
      '/w/a%20b/settings/about',
    ]);
  });
});

describe('safeNext', () => {
  it.each([
    ['/w/1/executions?status=error', '/w/1/executions?status=error'],
    ['/w/../w/1/start', '/w/1/start'],
    ['//evil.example/w/', null],
    ['/\\evil.example/w/', null],
    ['https://evil.example/w/', null],
    ['/w/../api/v1/auth/oidc/x/start', null],
    ['javascript:alert(1)', null],
    ['/sign-in', null],
    ['', null],
    [null, null],
  ])('makes %j into %j', (next, expected) => {
    expect(safeNext(next)).toBe(expected);
  });

  it('stays on this origin for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/w/${text}`),
        ),
        (next) => {
          const safe = safeNext(next);
          if (safe === null) return;
          expect(new URL(safe, 'https://own.example').origin).toBe('https://own.example');
          expect(safe).toMatch(/^\/w\//);
        },
      ),
    );
  });
});

describe('signInToken', () => {
  it.each([
    ['#token=abc', 'abc'],
    ['#token=', null],
    ['#other=abc', null],
    ['', null],
    [`#token=${'x'.repeat(1_001)}`, null],
  ])('reads %j', (fragment, expected) => {
    expect(signInToken(fragment)).toBe(expected);
  });
});
