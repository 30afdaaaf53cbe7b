import { describe, expect, it } from '@jest/globals';
import { decideFire, nextFireMs, nextFires, scheduleConfig } from './schedule.js';

const config = (input: object) => scheduleConfig.parse(input);
const at = (iso: string): number => Date.parse(iso);
const next = (input: object, after: string): string =>
  new Date(nextFireMs(config(input), at(after)) ?? 0).toISOString();

describe('schedule', () => {
  it('follows the clock of its time zone through daylight saving time', () => {
    const nightly = { cron: '30 2 * * *', timezone: 'Europe/Berlin' };
    expect(next(nightly, '2026-01-10T12:00:00Z')).toBe('2026-01-11T01:30:00.000Z');
    expect(next(nightly, '2026-07-10T12:00:00Z')).toBe('2026-07-11T00:30:00.000Z');
    const morning = { cron: '0 9 * * *', timezone: 'America/New_York' };
    expect(next(morning, '2026-03-07T15:00:00Z')).toBe('2026-03-08T13:00:00.000Z');
  });

  it('aligns intervals to a common grid', () => {
    expect(next({ everySeconds: 900 }, '2026-01-01T00:07:00Z')).toBe('2026-01-01T00:15:00.000Z');
    expect(next({ everySeconds: 900 }, '2026-01-01T00:15:00Z')).toBe('2026-01-01T00:30:00.000Z');
  });

  it('gives the next times, or as many as are left', () => {
    const times = (input: object): string[] => {
      const steps = nextFires(config(input), at('2026-03-28T12:00:00Z'), 3);
      for (;;) {
        const { done, value } = steps.next();
        if (done === true) return value.map((time) => new Date(time).toISOString());
      }
    };
    expect(times({ cron: '30 2 * * *', timezone: 'Europe/Berlin' })).toEqual([
      // The clock jumps from 2:00 to 3:00.
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
      '2026-03-31T00:30:00.000Z',
    ]);
    expect(times({ everySeconds: 86_400 })).toHaveLength(3);
    // The last Monday that is a 29 February before 2066 comes in 2044.
    expect(times({ cron: '0 0 29 2 +1' })[0]).toBe('2044-02-29T00:00:00.000Z');
  });

  it('reads the same times with and without seconds', () => {
    for (const cron of ['*/7 3,4 * * MON-FRI', '0 12 L * *', '15 10 1W * ?'])
      expect(next({ cron }, '2026-11-26T14:00:00Z')).toBe(
        next({ cron: `0 ${cron}` }, '2026-11-26T14:00:00Z'),
      );
  });

  it('runs a missed fire once, or skips it', () => {
    const [due, now] = [at('2026-01-01T00:00:00Z'), at('2026-01-01T05:30:00Z')];
    const nextMs = at('2026-01-01T06:00:00Z');
    const hourly = { cron: '0 * * * *' };
    expect(decideFire(config(hourly), due, now)).toEqual({ fireAtMs: due, nextMs });
    const skipping = config({ ...hourly, missed: 'skip' });
    expect(decideFire(skipping, due, now)).toEqual({ fireAtMs: null, nextMs });
    expect(decideFire(skipping, due, due + 2_000).fireAtMs).toBe(due);
  });

  it.each([
    {},
    { cron: '* * * * *', everySeconds: 5 },
    { cron: '61 * * * *' },
    { cron: 'daily' },
    { cron: '* * * * *', timezone: 'Mars/Olympus' },
    { cron: '0 0 31 2 *' },
    { everySeconds: 0 },
  ])('refuses %j', (input) => {
    expect(scheduleConfig.safeParse(input).success).toBe(false);
  });
});
