import { describe, expect, it } from '@jest/globals';
import { quietRepeats, RepeatedFailures } from './repeated-failures.js';

describe('repeated failures', () => {
  it('are logged once in 10 s per kind, with the number of suppressed ones', () => {
    const failures = new RepeatedFailures();
    expect(failures.note('database', 0)).toBe(0);
    expect(failures.note('database', 5_000)).toBeNull();
    expect(failures.note('ledger', 5_000)).toBe(0);
    expect(failures.note('database', 9_999)).toBeNull();
    expect(failures.note('database', 10_000)).toBe(2);
    expect(failures.note('database', 19_999)).toBeNull();
    expect(failures.note('ledger', 60_000)).toBe(0);
  });

  it('are forgotten beyond 100 kinds', () => {
    const failures = new RepeatedFailures();
    for (let kind = 0; kind < 101; kind += 1) failures.note(`offset ${kind}`, 0);
    expect([failures.note('offset 0', 1), failures.note('offset 100', 1)]).toEqual([0, null]);
  });

  it('do not suppress other failures or other log lines', () => {
    const lines: string[] = [];
    const note = (_: object, message: string): void => void lines.push(message);
    const log = quietRepeats({ debug: note, info: note, warn: note, error: note });
    for (const reason of ['refused', 'refused', 'reset'])
      log.warn({ err: new Error(reason) }, `ended: ${reason}`);
    log.warn({ err: new Error('timed out') }, 'ended: refused');
    expect(lines.splice(0)).toEqual(['ended: refused', 'ended: reset', 'ended: refused']);
    for (const offset of [1, 2]) {
      log.error({ offset }, 'set aside');
      log.info({}, 'runs');
    }
    expect(lines).toEqual(['set aside', 'runs', 'set aside', 'runs']);
  });
});
