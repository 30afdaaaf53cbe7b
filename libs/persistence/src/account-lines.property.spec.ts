import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { AccountBusyError, AccountLines } from './account-lines.js';

const accounts = ['a', 'b', 'c'] as const;

describe('lines of accounts', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('never let an account hold more than its share, nor wait while it has some left', async () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...accounts), fc.boolean()), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (mostEach, all) => {
        const lines = new AccountLines(mostEach, 60_000);
        const wanted = new Map<string, number>();
        const held = new Map<string, number>();
        const add = (to: Map<string, number>, account: string, count: number): void => {
          to.set(account, (to.get(account) ?? 0) + count);
        };
        for (const [account, isEntering] of all) {
          if (isEntering) {
            add(wanted, account, 1);
            const entered = lines.enter(account) ?? Promise.resolve();
            void entered.then(() => {
              add(held, account, 1);
            });
          } else if ((held.get(account) ?? 0) > 0) {
            add(wanted, account, -1);
            add(held, account, -1);
            lines.leave(account);
          }
          await Promise.resolve();
          for (const name of accounts)
            expect(held.get(name) ?? 0).toBe(Math.min(mostEach, wanted.get(name) ?? 0));
        }
      }),
    );
  });

  it('refuse a call that waited too long, and forget it', async () => {
    const lines = new AccountLines(1, 5_000);
    expect(lines.enter('a')).toBeNull();
    const late = expect(lines.enter('a')).rejects.toBeInstanceOf(AccountBusyError);
    jest.advanceTimersByTime(5_000);
    await late;
    lines.leave('a');
    expect([lines.enter('a'), lines.enter('b')]).toEqual([null, null]);
  });
});
