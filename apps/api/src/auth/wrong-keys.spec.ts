import { describe, expect, it, jest } from '@jest/globals';
import { Metrics } from '@libs/platform';
import { WrongKeys } from './wrong-keys.js';

const config = { FLOWLEDGER_WRONG_KEYS_PER_MINUTE: 2 };

const make = () => {
  const logger = { warn: jest.fn() };
  const wrongKeys = new WrongKeys(config, new Metrics(), logger as never);
  return { logger, wrongKeys };
};

describe('wrong keys of one address', () => {
  it('are refused beyond the limit until a minute after the first, and then counted anew', () => {
    const { logger, wrongKeys } = make();
    const isRefused = (nowMs: number): boolean => wrongKeys.refusalFor('192.0.2.1', nowMs) !== null;
    expect(isRefused(0)).toBe(false);
    wrongKeys.note('192.0.2.1', 'unknown', 0);
    expect(isRefused(10)).toBe(false);
    wrongKeys.note('192.0.2.1', 'ended', 50_000);
    expect([isRefused(50_001), isRefused(59_999), isRefused(60_000)]).toEqual([true, true, false]);
    expect(wrongKeys.refusalFor('192.0.2.2', 50_001)).toBeNull();
    expect(wrongKeys.refusalFor('192.0.2.1', 59_001)?.headers).toEqual({ 'retry-after': '1' });
    wrongKeys.note('192.0.2.1', 'unknown', 60_000);
    expect(isRefused(60_001)).toBe(false);
    expect(logger.warn).toHaveBeenCalledTimes(1);
    expect(logger.warn).toHaveBeenCalledWith(
      expect.objectContaining({ code: 'WRONG_KEYS_LIMITED', network: '192.0.2.1' }),
      expect.any(String),
    );
  });

  it('are forgotten when very many addresses send them, so that memory is bounded', () => {
    const { wrongKeys } = make();
    for (let n = 0; n < 2; n += 1) wrongKeys.note('192.0.2.1', 'unknown', 0);
    expect(wrongKeys.refusalFor('192.0.2.1', 1)).not.toBeNull();
    for (let n = 0; n < 10_000; n += 1) wrongKeys.note(`10.0.${n >> 8}.${n & 0xff}`, 'unknown', 0);
    expect(wrongKeys.refusalFor('192.0.2.1', 1)).toBeNull();
  });
});
