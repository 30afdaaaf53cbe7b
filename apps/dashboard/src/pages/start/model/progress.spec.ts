import { describe, expect, it } from '@jest/globals';
import { elapsedText, progressOf } from './progress.js';

const startedAt = '2026-11-28T10:00:00.000Z';
const at = (text: string): number => Date.parse(`2026-11-28T${text}.000Z`);
const steps = [{ done: true }, { done: true }, { done: false }];

describe('progressOf', () => {
  it('counts the steps and the time since the first one', () => {
    expect(progressOf({ startedAt, endedAt: null, steps }, at('10:01:42'))).toEqual({
      ...{ done: 2, total: 3, isAllDone: false, elapsedMs: 102_000 },
    });
  });

  it('stops the time at the end', () => {
    const ended = { startedAt, endedAt: '2026-11-28T10:02:00.000Z', steps };
    expect(progressOf(ended, at('10:30:00')).elapsedMs).toBe(120_000);
  });

  it.each([
    ['before the first step', null, '10:01:00'],
    ['after an hour', startedAt, '11:00:00'],
  ])('says no time %s', (_, start, now) => {
    expect(progressOf({ startedAt: start, endedAt: null, steps }, at(now)).elapsedMs).toBeNull();
  });

  it('never goes back when clocks differ', () => {
    expect(progressOf({ startedAt, endedAt: null, steps }, at('09:59:58')).elapsedMs).toBe(0);
  });
});

describe('elapsedText', () => {
  it.each([
    [0, '0 s'],
    [59_999, '59 s'],
    [102_000, '1 min 42 s'],
  ])('says %d ms', (ms, text) => expect(elapsedText(ms)).toBe(text));
});
