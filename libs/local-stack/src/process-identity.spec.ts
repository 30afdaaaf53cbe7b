import { describe, expect, it } from '@jest/globals';
import { identify, isRunning, parseIdentity, parseProcStat } from './process-identity.js';

const stat = (command: string, state: string): string =>
  `42 (${command}) ${state} 1 42 42 0 -1 4194560 100 0 0 0 5 3 0 0 20 0 11 0 289810 1000 200`;

describe('parseProcStat', () => {
  it('reads state and start time', () => {
    expect(parseProcStat(stat('java', 'S'))).toEqual({ state: 'S', startTicks: '289810' });
  });

  it('accepts a command name with spaces and parentheses', () => {
    expect(parseProcStat(stat('a) R (b', 'Z'))).toEqual({ state: 'Z', startTicks: '289810' });
  });

  it('returns undefined for a truncated line', () => {
    expect(parseProcStat('42 (java) S 1')).toBeUndefined();
  });
});

describe('isRunning', () => {
  it('is true for this process', () => {
    const self = identify(process.pid);
    expect(self).toBeDefined();
    expect(isRunning(self!)).toBe(true);
  });

  it('is false for another process with the same pid', () => {
    expect(isRunning({ pid: process.pid, started: 'an-earlier-boot:1' })).toBe(false);
  });
});

describe('parseIdentity', () => {
  it('parses the output of identify', () => {
    const self = identify(process.pid);
    expect(parseIdentity(JSON.stringify(self))).toEqual(self);
  });

  it.each(['', '{', 'null', '17', '{"pid":"1","started":"x"}', '{"pid":1}'])(
    'returns undefined for %j',
    (text) => {
      expect(parseIdentity(text)).toBeUndefined();
    },
  );
});
