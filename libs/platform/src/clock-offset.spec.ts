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
  it('is measured, and not logged if it is small', async () => {
    const { said, clock, offset } = clockBeside(shifted(300));
    await clock.compare();
    expect(await offset()).toBeCloseTo(0.3, 1);
    expect(said).toEqual([]);
  });

  it('is logged once when it becomes large and once when it is small again', async () => {
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

  it('is not measured by a slow answer', async () => {
    const { said, clock, offset } = clockBeside(async () => {
      const then = shifted(0)();
      await delay(1_600);
      return then;
    });
    await clock.compare();
    expect(await offset()).toBe(0);
    expect(said).toEqual([]);
  });

  it('is logged for a slow answer if it far exceeds the delay', async () => {
    const { said, clock } = clockBeside(async () => {
      await delay(1_600);
      return shifted(60_000)();
    });
    await clock.compare();
    expect(said).toEqual(['clock differs from that of Postgres']);
  });
});

describe('a wrong clock', () => {
  const refusal = (answer: () => Date): Promise<void> =>
    refuseWrongClock(clockBeside(answer).pool as never);

  it('is accepted up to five minutes', async () => {
    await refusal(shifted(290_000));
    await refusal(shifted(-290_000));
  });

  it('is refused beyond five minutes, with a remedy in the message', async () => {
    await expect(refusal(shifted(7_200_000))).rejects.toThrow(
      'The clock of this machine is 7200 s ahead of that of Postgres, and 300 s are the most: synchronise both (NTP)',
    );
    await expect(refusal(shifted(-7_200_000))).rejects.toThrow('7200 s behind that of Postgres');
  });
});
