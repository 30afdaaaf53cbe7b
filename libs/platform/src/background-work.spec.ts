import { describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { eventually } from '../../../test/support/eventually.js';
import { BackgroundWork } from './background-work.js';

const workOf = (round: () => Promise<void>, everyMs = 5): BackgroundWork =>
  new BackgroundWork({ everyMs, logger: pino({ enabled: false }), failed: 'it waits', round });

describe('background work', () => {
  it('runs another round after a failed one', async () => {
    const round = jest.fn(() => Promise.reject(new Error('away')));
    const work = workOf(round);
    work.start();
    await eventually('a second round', () => round.mock.calls.length >= 2);
    await work.stop();
  });

  it('warns of a failed round, but not while Kafka elects a leader', async () => {
    const errors = [
      Object.assign(new Error('settling'), { type: 'LEADER_NOT_AVAILABLE' }),
      new Error('away'),
    ];
    const levels: string[] = [];
    const logger = pino(
      { formatters: { level: (level) => ({ level }) } },
      { write: (line: string) => levels.push((JSON.parse(line) as { level: string }).level) },
    );
    const round = () => Promise.reject(errors.shift() ?? new Error('over'));
    const work = new BackgroundWork({ everyMs: 5, logger, failed: 'round failed', round });
    work.start();
    await eventually('two rounds', () => levels.length >= 2);
    await work.stop();
    expect(levels.slice(0, 2)).toEqual(['info', 'warn']);
  });

  it('runs one round at a time, and one more for any number of requests', async () => {
    let rounds = 0;
    let end: () => void = () => undefined;
    const work = workOf(() => {
      rounds += 1;
      return new Promise((resolve) => (end = resolve));
    }, 60_000);
    for (let n = 0; n < 3; n += 1) work.begin();
    expect(rounds).toBe(1);
    end();
    await eventually('the round that was asked for', () => rounds === 2);
    end();
    await work.stop();
    expect(rounds).toBe(2);
  });

  it('waits for the running round at its stop, and starts no other', async () => {
    let rounds = 0;
    let end: () => void = () => undefined;
    const work = workOf(() => {
      rounds += 1;
      return new Promise((resolve) => (end = resolve));
    }, 60_000);
    work.begin();
    work.begin();
    let isStopped = false;
    const stopping = work.stop().then(() => (isStopped = true));
    await new Promise(setImmediate);
    expect([isStopped, work.isStopped]).toEqual([false, true]);
    end();
    await stopping;
    expect(rounds).toBe(1);
  });
});
