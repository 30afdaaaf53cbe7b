import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { covers } from '../auth/allowed-addresses.js';
import { ApiError } from '../errors/api-error.js';
import { limitsOfNewKey } from './new-key-limits.js';

const free = { expiresAt: null, workflowIds: null, allowedAddresses: null };
const end = new Date('2030-01-01T00:00:00.000Z');

const refusalOf = (act: () => unknown): ApiError => {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('not refused');
};

describe('a new key', () => {
  it('has the limits that were asked for if the calling key has none', () => {
    const asked = {
      expiresAt: '2031-01-01T00:00:00Z',
      workflowIds: ['w1'],
      allowedAddresses: ['10.0.0.0/8'],
    };
    expect(limitsOfNewKey(free, {})).toEqual(free);
    expect(limitsOfNewKey(free, asked)).toEqual({ ...asked, expiresAt: new Date(asked.expiresAt) });
  });

  it('has the limits of the calling key unless narrower ones are asked for', () => {
    const caller = { expiresAt: end, workflowIds: ['w1', 'w2'], allowedAddresses: ['10.0.0.0/8'] };
    expect(limitsOfNewKey(caller, {})).toEqual(caller);
    const asked = { expiresAt: '2029-12-31T00:00:00Z', workflowIds: ['w2'] };
    expect(limitsOfNewKey(caller, { ...asked, allowedAddresses: ['10.1.0.0/16'] })).toEqual({
      expiresAt: new Date(asked.expiresAt),
      workflowIds: ['w2'],
      allowedAddresses: ['10.1.0.0/16'],
    });
  });

  it('does not outlive the calling key; the refusal names the latest end', () => {
    for (const expiresAt of [null, '2030-01-01T00:00:00.001Z']) {
      const refusal = refusalOf(() => limitsOfNewKey({ ...free, expiresAt: end }, { expiresAt }));
      expect([refusal.status, refusal.code]).toEqual([422, 'KEY_EXPIRES']);
      expect(refusal.message).toContain(end.toISOString());
    }
    const latest = limitsOfNewKey({ ...free, expiresAt: end }, { expiresAt: end.toISOString() });
    expect(latest.expiresAt).toEqual(end);
  });

  it.each([
    ['workflows', { workflowIds: ['w1', 'w3'] }, 'w3'],
    ['all workflows', { workflowIds: null }, 'some workflows'],
    ['addresses', { allowedAddresses: ['192.0.2.1'] }, '192.0.2.1'],
    ['all addresses', { allowedAddresses: null }, 'some addresses'],
  ])('cannot have %s that the calling key lacks', (_, asked, named) => {
    const caller = { ...free, workflowIds: ['w1'], allowedAddresses: ['10.0.0.0/8'] };
    const refusal = refusalOf(() => limitsOfNewKey(caller, asked));
    expect([refusal.status, refusal.code]).toEqual([403, 'KEY_LIMITED']);
    expect(refusal.message).toContain(named);
  });

  it('is never wider than the calling key', () => {
    const date = fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: end }));
    const ids = fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }));
    const ranges = fc.option(
      fc.uniqueArray(fc.constantFrom('10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '::1'), {
        minLength: 1,
      }),
    );
    const caller = fc.record({ expiresAt: date, workflowIds: ids, allowedAddresses: ranges });
    const asked = fc.record(
      {
        expiresAt: date.map((one) => one && one.toISOString()),
        workflowIds: ids,
        allowedAddresses: ranges,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(caller, asked, (key, body) => {
        let made;
        try {
          made = limitsOfNewKey(key, body);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          return;
        }
        if (key.expiresAt !== null) expect(made.expiresAt! <= key.expiresAt).toBe(true);
        for (const id of key.workflowIds === null ? [] : made.workflowIds!)
          expect(key.workflowIds).toContain(id);
        for (const range of key.allowedAddresses === null ? [] : made.allowedAddresses!)
          expect(covers(key.allowedAddresses!, range)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
