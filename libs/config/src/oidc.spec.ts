import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

const needed = {
  DATABASE_URL: 'postgres://u:p@h/d',
  KAFKA_BROKERS: 'a:9092',
  FLOWLEDGER_PUBLIC_URL: 'https://flow.example',
};
const one = {
  FLOWLEDGER_OIDC_ISSUER: 'https://login.example/realms/a',
  FLOWLEDGER_OIDC_CLIENT_ID: 'flowledger',
};

describe('the OpenID providers', () => {
  it('are none by default', () => {
    expect(loadConfig(needed).FLOWLEDGER_OIDC).toEqual([]);
  });

  it('are one without an id, and others by their ids', () => {
    const { FLOWLEDGER_OIDC: providers } = loadConfig({
      ...needed,
      ...one,
      FLOWLEDGER_OIDC_CLIENT_SECRET: 'hunter2',
      FLOWLEDGER_OIDC_STAFF_ISSUER: 'http://127.0.0.1:8080',
      FLOWLEDGER_OIDC_STAFF_CLIENT_ID: 'staff',
      FLOWLEDGER_OIDC_STAFF_NAME: 'Staff login',
      FLOWLEDGER_OIDC_STAFF_ROLE_CLAIM: 'role',
      FLOWLEDGER_OIDC_STAFF_ACCOUNT: '0197a1b2-c3d4-7e5f-8a9b-000000000010',
    });
    expect(providers).toMatchObject([
      { id: 'sso', name: 'single sign-on', clientId: 'flowledger', roleClaim: undefined },
      {
        ...{ id: 'staff', name: 'Staff login', issuer: 'http://127.0.0.1:8080', roleClaim: 'role' },
        accountId: '0197a1b2-c3d4-7e5f-8a9b-000000000010',
      },
    ]);
    expect(providers[0]?.clientSecret?.reveal()).toBe('hunter2');
    expect(JSON.stringify(providers)).not.toContain('hunter2');
  });

  it.each([
    [{ FLOWLEDGER_OIDC_NAME: 'x' }, /OIDC_ISSUER: is missing\n.*OIDC_CLIENT_ID: is missing/],
    [{ ...one, FLOWLEDGER_OIDC_ISSUER: 'http://login.example' }, /OIDC_ISSUER: must be an https/],
    [{ ...one, FLOWLEDGER_OIDC_ISSUER: 'http://127.0.0.1.evil.example' }, /must be an https URL/],
    [{ ...one, FLOWLEDGER_OIDC_ISSUER: 'https://u:p@login.example' }, /must be an https URL/],
    [{ ...one, FLOWLEDGER_OIDC_ISSUER: 'https://login.example?x=1' }, /must be an https URL/],
    [{ ...one, FLOWLEDGER_OIDC_ACCOUNT: 'acme' }, /FLOWLEDGER_OIDC_ACCOUNT: /],
    [{ ...one, FLOWLEDGER_OIDC_SECRET: 'x' }, /FLOWLEDGER_OIDC_SECRET: unknown variable/],
    [{ ...one, FLOWLEDGER_OIDC: 'x' }, /FLOWLEDGER_OIDC: unknown variable/],
    [{ ...one, FLOWLEDGER_PUBLIC_URL: undefined }, /FLOWLEDGER_PUBLIC_URL: required with/],
    [
      { ...one, FLOWLEDGER_OIDC_SSO_ISSUER: 'https://a.b', FLOWLEDGER_OIDC_SSO_CLIENT_ID: 'c' },
      /FLOWLEDGER_OIDC_SSO_…: /,
    ],
  ])('are refused with the reason: %j', (wrong, reason) => {
    expect(() => loadConfig({ ...needed, ...wrong })).toThrow(reason);
  });
});
