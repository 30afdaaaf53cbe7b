import { describe, expect, it } from '@jest/globals';
import { OidcRefusal } from './oidc-refusal.js';
import { isComplete, verifiedPersonIn } from './verified-person.js';

const verified = { email: 'mike@example.com', email_verified: true };

const reasonOf = (claims: object, roleClaim?: string): string => {
  try {
    verifiedPersonIn({ ...claims }, roleClaim, null);
    return 'none';
  } catch (error) {
    return error instanceof OidcRefusal ? error.reason : String(error);
  }
};

describe('the person in the claims', () => {
  it('has the address in lower case', () => {
    const claims = { ...verified, email: 'Mike@Example.com' };
    const person = { email: 'mike@example.com', highestRole: null };
    expect(verifiedPersonIn(claims, undefined, null)).toEqual(person);
  });

  it.each([
    [undefined],
    [7],
    [''],
    ['mike'],
    [' mike@example.com'],
    ['mi\u212ae@example.com'],
    ['mike@ex\u0430mple.com'],
    [['mike@example.com']],
    [`${'x'.repeat(250)}@example.com`],
  ])('is not known by the address %j', (email) => {
    expect(reasonOf({ ...verified, email })).toBe('unverified_email');
  });

  it.each([[false], ['true'], [1], [null], [undefined]])(
    'is not known while the address is verified: %j',
    (email_verified) => {
      expect(reasonOf({ ...verified, email_verified })).toBe('unverified_email');
    },
  );

  it.each([
    ['viewer', 'viewer'],
    [['viewer', 'owner', 'x'], 'owner'],
    [['editor'], 'editor'],
  ] as const)('with the role claim %j has at most the role %s', (groups, highestRole) => {
    const person = verifiedPersonIn({ ...verified, groups }, 'groups', null);
    expect(person.highestRole).toBe(highestRole);
  });

  it.each([[undefined], ['Owner'], [[]], [{ owner: true }], [['constructor']]])(
    'has no role with the claim %j',
    (groups) => {
      expect(reasonOf({ ...verified, groups }, 'groups')).toBe('no_role');
    },
  );
});

it('claims are complete with the address, whether it is verified, and the role claim', () => {
  expect(isComplete(verified, undefined)).toBe(true);
  expect(isComplete({ email: 'a@b.example' }, undefined)).toBe(false);
  expect(isComplete(verified, 'role')).toBe(false);
  expect(isComplete({ ...verified, role: null }, 'role')).toBe(true);
});
