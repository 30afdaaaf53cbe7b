import { describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { ClockOffset, refuseWrongClock } from './clock-offset.js';
import { Metrics } from './metrics.js';

function clockBeside(answer: () => Promise<Date> | Date) {
  const said: string[] = [];
  const metrics = new Metrics();
  const note = (_: object, message: string): void => void said.push(message);
  const logger = { warn: note, info: note };
  const pool = { query: async () => ({ rows: [{ now: await answer() }] }) };
  const clock = new ClockOffset({ pool } as never, logger as never, metrics);
  const offset = async (): Promise<number> =>
    Number(/^flowledger_clock_offset_seconds (\S+)$/m.exec(await metrics.registry.metrics())?.[1]);
  return { said, clock, offset, pool };
}

const shifted = (ms: number) => () => new Date(Date.now() - ms);

describe('the offset to the clock of Postgres', () => {
  it('is measured, and nothing is said of one that is small', async () => {
    const { said, clock, offset } = clockBeside(shifted(300));
    await clock.compare();
    expect(await offset()).toBeCloseTo(0.3, 1);
    expect(said).toEqual([]);
  });

  it('is said once when it is large, either way, and once when it is right again', async () => {
    let ms = 90_000;
    const { said, clock, offset } = clockBeside(() => shifted(ms)());
    await clock.compare();
    await clock.compare();
    expect(await offset()).toBeCloseTo(90, 1);
    ms = -90_000;
    await clock.compare();
    expect(await offset()).toBeCloseTo(-90, 1);
    ms = 0;
    await clock.compare();
    expect(said).toEqual([
      'clock differs from that of Postgres',
      'clock is in step with Postgres again',
    ]);
  });

  it('is not taken from an answer that was long under way', async () => {
    const { said, clock, offset } = clockBeside(async () => {
      const then = shifted(0)();
      await delay(1_600);
      return then;
    });
    await clock.compare();
    expect(await offset()).toBe(0);
    expect(said).toEqual([]);
  });

  it('is said when the answer was long under way, but the clock is off by far more', async () => {
    const { said, clock } = clockBeside(async () => {
      await delay(1_600);
      return shifted(60_000)();
    });
    await clock.compare();
    expect(said).toEqual(['clock differs from that of Postgres']);
  });
});

describe('a clock that is wrong', () => {
  const refusal = (answer: () => Date): Promise<void> =>
    refuseWrongClock(clockBeside(answer).pool as never);

  it('by up to five minutes is accepted', async () => {
    await refusal(shifted(290_000));
    await refusal(shifted(-290_000));
  });

  it('by more than receivers of webhooks accept is refused, with what to do', async () => {
    await expect(refusal(shifted(7_200_000))).rejects.toThrow(
      'The clock of this machine is 7200 s ahead of that of Postgres, and 300 s are the most: synchronise both (NTP)',
    );
    await expect(refusal(shifted(-7_200_000))).rejects.toThrow('7200 s behind that of Postgres');
  });
});
