import { describe, expect, it } from '@jest/globals';
import { newDataKey, seal } from '@libs/security';
import { noPendingCookie, pendingCookie, pendingIn } from './pending-sign-in.js';

const [https, http] = ['https://flow.example', 'http://localhost:3000'];
const [key, previous] = [newDataKey(), newDataKey()];
const pending = {
  ...{ provider: 'sso', state: 's', nonce: 'n', codeVerifier: 'v' },
  ...{ next: '/w/1/start', expiresAtMs: 1 },
};
const sent = (cookie: string): string => cookie.split(';')[0] ?? '';

describe('the cookie of a sign-in that was begun', () => {
  it('is bound to the host and to TLS where the public URL has it', () => {
    const own = pendingCookie([key], pending, https);
    expect(own).toMatch(/^__Host-fl_oidc=[\w-]+; Max-Age=600; Path=\/; .*Secure/);
    expect(own).not.toMatch(/Domain/i);
    const plain = pendingCookie([key], pending, http);
    expect(plain).toMatch(/^fl_oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(noPendingCookie(http)).toMatch(/^fl_oidc=; Max-Age=0; Path=\//);
  });

  it('opens for the master key that sealed it, also after that became the previous one', () => {
    const cookie = `other=1; ${sent(pendingCookie([previous], pending, https))}`;
    expect(pendingIn([previous], cookie, https)).toEqual(pending);
    expect(pendingIn([key, previous], cookie, https)).toEqual(pending);
    expect(pendingIn([key], cookie, https)).toBeNull();
  });

  it('fits into the 4096 bytes that a browser keeps, with the longest path', () => {
    const longest = { ...pending, next: `/w/${'x'.repeat(997)}`, state: 'x'.repeat(43) };
    expect(pendingCookie([key], longest, https).length).toBeLessThan(4_096);
  });

  it.each([
    [undefined],
    [''],
    ['__Host-fl_oidc='],
    ['__Host-fl_oidc=AQ'],
    ['__Host-fl_oidc=%%%'],
    // Sealed with the master key, for another purpose.
    [
      `__Host-fl_oidc=${seal(key, JSON.stringify(pending), 'flowledger:oidc-sign-in').toString('base64url')}`,
    ],
    [`__Host-fl_oidc=${'A'.repeat(20_000)}`],
  ])('is nothing with the header %#', (header) => {
    expect(pendingIn([key], header, https)).toBeNull();
  });
});
