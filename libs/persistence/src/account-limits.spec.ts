import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@libs/config';
import { accountLimitNames, accountLimitProblem } from './account-limits.js';
import { limitsOf } from './plan-limits.js';

describe('a limit of an account', () => {
  it('exists for each limit that takes effect, and for no other', () => {
    const config = loadConfig({ DATABASE_URL: 'postgres://u:p@h/d', KAFKA_BROKERS: 'a:9092' });
    expect(Object.keys(limitsOf('pro', {}, config)).sort()).toEqual(accountLimitNames.toSorted());
  });

  it.each([
    ['logsPerMinute', 0],
    ['usageLimitUsd', 2_147_483_647],
    ['concurrentExecutions', null],
    ['logRetentionDays', 0],
    ['logRetentionDays', 9_999],
  ])('can be %s=%j', (name, value) => {
    expect(accountLimitProblem(name, value)).toBeNull();
  });

  it.each([
    ['logsPerMinutes', 1, /^is not known; did you mean "logsPerMinute"\? The limits are logs/],
    ['x', 1, /^is not known\. The limits are logsPerMinute, .*, logRetentionDays$/],
    ['__proto__', 1, /^is not known/],
    ['constructor', 1, /^is not known/],
    ['logsPerMinute', -1, /^must be a whole number from 0 to 2147483647, not -1$/],
    ['logsPerMinute', null, /not null$/],
    ['concurrentExecutions', 0, /from 1 to 2147483647, or null for any number, not 0$/],
    ['logRetentionDays', 10_000, /days from 0 \(for ever\) to 9999, not 10000$/],
    ['logRetentionDays', '7', /not "7"$/],
    ['logRetentionDays', null, /not null$/],
  ])('may not be %s=%j', (name, value, problem) => {
    expect(accountLimitProblem(name, value)).toMatch(problem);
  });
});
