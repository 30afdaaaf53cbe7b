import { describe, expect, it } from '@jest/globals';
import { cronWords } from './cron-words.js';

describe('cron in words', () => {
  it.each([
    ['* * * * *', 'Every minute'],
    ['*/15 * * * *', 'Every 15 minutes'],
    ['5 */2 * * *', 'Every 2 hours at minute 05'],
    ['0 9 * * 1-5', 'On Monday to Friday at 9:00'],
    ['0 9,18 * * SAT,SUN', 'On weekends at 9:00 and 18:00'],
    ['0 9 * * 1,3', 'On Monday and Wednesday at 9:00'],
    ['30 0 1,15 * *', 'On day 1 and 15 of the month at 0:30'],
    ['0 0 * * *', 'Every day at 0:00'],
    ['0 9 L * *', null],
  ])('%s: %s', (cron, words) => {
    expect(cronWords(cron)).toBe(words);
  });
});
