import { describe, expect, it } from '@jest/globals';
import { readCron } from './cron.js';

describe('readCron', () => {
  it.each([
    ['* * * * *', { kind: 'everyMinutes', count: 1 }],
    ['*/15 * * * *', { kind: 'everyMinutes', count: 15 }],
    ['*/10 * * * * *', { kind: 'everySeconds', count: 10 }],
    ['0 * * * *', { kind: 'hourly', minute: 0, everyHours: 1 }],
    ['30 */2 * * *', { kind: 'hourly', minute: 30, everyHours: 2 }],
    ['0 9 * * 1-5', { kind: 'daily', times: ['9:00'], weekdays: [1, 2, 3, 4, 5], days: null }],
    ['5 8,20 * * MON', { kind: 'daily', times: ['8:05', '20:05'], weekdays: [1], days: null }],
    ['0 0 1 * ?', { kind: 'daily', times: ['0:00'], weekdays: null, days: [1] }],
  ])('reads %s', (text, reading) => {
    expect(readCron(text)).toEqual(reading);
  });

  it.each(['', 'daily', '0 9 L * *', '0 9 1 * 1', '0 9 * 2 *', '0 9 5-1 * *', '*/0 * * * *'])(
    'leaves "%s" to the preview',
    (text) => {
      expect(readCron(text)).toBeNull();
    },
  );
});
