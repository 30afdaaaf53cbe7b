import { describe, expect, it } from '@jest/globals';
import { lastPips } from './last-pips.js';

const delivery = (subscriptionId: string, state: string, nextDueAt: string | null = null) => ({
  ...{ subscriptionId, state, nextDueAt },
});

describe('the last deliveries of a subscription', () => {
  it('are a pip each, the newest at the right, and no more than four', () => {
    const deliveries = [
      delivery('a', 'pending', '2026-01-31T12:00:00Z'),
      delivery('b', 'succeeded'),
      delivery('a', 'exhausted'),
      delivery('a', 'suppressed'),
      ...Array.from({ length: 5 }, () => delivery('a', 'succeeded')),
    ];
    expect([...lastPips(deliveries)]).toEqual([
      ['a', ['succeeded', 'succeeded', 'failed', 'due']],
      ['b', ['succeeded']],
    ]);
  });
});
