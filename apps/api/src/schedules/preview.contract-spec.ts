import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi();
const preview = (body: object) =>
  api.call<'previewSchedule'>('POST', 'schedules/preview', { body });

describe('the preview of a schedule', () => {
  it('gives the next ten times in the zone of the schedule', async () => {
    const { body } = await preview({ cron: '30 8 * * *', timezone: 'Asia/Kolkata' });
    expect(body.data.times).toHaveLength(10);
    expect(body.data.times.every((time) => time.endsWith('T03:00:00.000Z'))).toBe(true);
  });

  it('gives the next ten times of an interval', async () => {
    const times = (await preview({ everySeconds: 7_200 })).body.data.times.map(Date.parse);
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    expect([times[0]! > Date.now(), new Set(gaps)]).toEqual([true, new Set([7_200_000])]);
  });

  it.each([
    [{}, 'cron'],
    [{ cron: '0 0 31 2 *' }, 'cron'],
    [{ cron: '0 0 8 * +1#1' }, 'cron'],
    [{ cron: '* * * * *', timezone: 'Mars/Olympus' }, 'cron'],
    [{ everySeconds: 0 }, 'everySeconds'],
    [{ cron: '* * * * *', zone: 'UTC' }, 'zone'],
  ])('refuses %j and names %s', async (config, field) => {
    const answer = await api.call('POST', 'schedules/preview', { body: config });
    expect([answer.status, answer.body.details[0]?.field]).toEqual([422, field]);
  });
});
