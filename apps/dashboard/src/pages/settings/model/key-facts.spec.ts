import { describe, expect, it } from '@jest/globals';
import type { ApiKey } from '../../../core/api-key/api-key.js';
import { endsSoon, isUnused, limitsText, ownerOf, scopesText } from './key-facts.js';

const key: ApiKey = {
  ...{
    id: 'k1',
    workspaceId: 'w1',
    userId: null,
    role: 'editor',
    name: 'laptop',
    prefix: 'fl_8Zc1',
  },
  ...{ scopes: ['logs:read'], workflowIds: null, allowedAddresses: null },
  ...{ createdAt: '2026-01-01T00:00:00Z', expiresAt: null, lastUsedAt: null },
};
const ada = { userId: 'u1', name: 'Ada', email: 'ada@example.com', role: 'owner' } as const;

describe('the row of a key', () => {
  it('says whose it is, and with which role it acts', () => {
    expect(ownerOf(key, [ada])).toEqual({ name: 'The workspace', role: 'Editor' });
    expect(ownerOf({ ...key, userId: 'u1', role: null }, [ada])).toEqual({
      ...{ name: 'Ada', role: 'Owner' },
    });
    expect(ownerOf({ ...key, userId: 'u1', role: null }, [{ ...ada, name: '' }]).name).toBe(
      'ada@example.com',
    );
    expect(ownerOf({ ...key, userId: 'u2', role: null }, [ada])).toEqual({
      ...{ name: 'A member', role: null },
    });
  });

  it('says what it may, and where', () => {
    expect(scopesText(['workflows:run', 'logs:read'])).toBe('Run workflows, read logs');
    expect(scopesText(['logs:read', 'workflows:run', 'workflows:write'])).toBe('Everything');
    expect(limitsText(key)).toBeNull();
    const limited = { ...key, workflowIds: ['a', 'b'], allowedAddresses: ['203.0.113.0/24'] };
    expect(limitsText(limited)).toBe('only 2 workflows, only from 203.0.113.0/24');
    expect(limitsText({ ...key, allowedAddresses: ['10.0.0.1', '10.0.0.2'] })).toBe(
      'only from 2 addresses',
    );
  });

  it.each([
    ['2026-03-31T00:00:00Z', null, false],
    ['2026-04-02T00:00:00Z', null, true],
    ['2026-04-02T00:00:00Z', '2026-03-01T00:00:00Z', false],
  ])('at %s, last used %s: unused is %s', (now, lastUsedAt, expected) => {
    expect(isUnused({ ...key, lastUsedAt }, Date.parse(now))).toBe(expected);
  });

  it.each([
    [null, false],
    ['2026-01-20T00:00:00Z', false],
    ['2026-01-10T00:00:00Z', true],
    ['2025-12-01T00:00:00Z', true],
  ])('that ends %s ends soon: %s', (expiresAt, expected) => {
    expect(endsSoon({ ...key, expiresAt }, Date.parse('2026-01-01T00:00:00Z'))).toBe(expected);
  });
});
