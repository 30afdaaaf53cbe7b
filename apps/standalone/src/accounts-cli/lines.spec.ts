import { describe, expect, it } from '@jest/globals';
import type { AccountDetailView } from '@apps/api';
import fc from 'fast-check';
import { quoted } from '../terminal/quoted.js';
import { accountLines, detailLines, listLine, monthLine } from './lines.js';

const account: AccountDetailView = {
  id: '0197a1b2-c3d4-7e5f-8a9b-000000000010',
  name: 'Acme',
  plan: 'pro',
  ownLimits: { concurrentExecutions: null },
  suspension: { since: '2026-11-21T10:00:00.000Z', reason: 'Unpaid' },
  createdAt: '2026-11-20T09:00:00.000Z',
  limits: { logsPerMinute: 30, concurrentExecutions: null },
  currentPeriodCost: 1.25,
  storedBytes: 4_096,
  workspaces: [{ id: 'w', name: 'Orders', createdAt: '2026-11-20T09:00:00.000Z' }],
  recentActions: [
    {
      ...{ action: 'suspendAccount', occurredAt: '2026-11-21T10:00:00.000Z', status: 200 },
      ...{ ip: '203.0.113.7', userAgent: null },
    },
  ],
};

describe('lines about accounts', () => {
  it('show everything that the operator API answers', () => {
    expect(detailLines(account)).toEqual([
      'account    0197a1b2-c3d4-7e5f-8a9b-000000000010  "Acme"',
      'plan       pro',
      'state      suspended since 2026-11-21T10:00:00.000Z, reason "Unpaid"',
      'created    2026-11-20T09:00:00.000Z',
      'own limit  concurrentExecutions=none',
      'cost       1.25 USD this month',
      'stored     4096 bytes',
      'limits     logsPerMinute=30 concurrentExecutions=none (with the settings of this shell)',
      'workspace  w  "Orders"',
      'changed    2026-11-21T10:00:00.000Z  suspendAccount  200  "203.0.113.7"',
    ]);
    expect(accountLines({ ...account, suspension: null })).toContain('state      in use');
    expect(listLine(account)).toMatch(/^0197a1b2\S+ {2}pro +suspended {2}2026\S+ {2}"Acme"$/);
  });

  it('distinguish months that were not counted from months without executions', () => {
    const month = { periodStart: '2026-11-01', cost: 2 };
    expect(monthLine({ ...month, executions: null, tokens: null })).toBe(
      '2026-11  2 USD  executions and tokens not counted',
    );
    const tokens = { prompt: 1, completion: 2, total: 3 };
    expect(monthLine({ ...month, executions: 4, tokens })).toBe(
      '2026-11  2 USD  4 executions  3 tokens (1 prompt, 2 completion)',
    );
  });

  it('contain no character that moves the cursor or reverses text, and lose nothing', () => {
    const hostile = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.oneof(hostile, fc.constant('\u001b[2J\u009b\u202e\u2066\n')), (name) => {
        const text = quoted(name);
        expect(text).not.toMatch(
          /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
        );
        expect(JSON.parse(text)).toBe(name);
      }),
    );
  });
});
