import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

const name = 'FLOWLEDGER_OPERATOR_KEY';
const load = (key?: string) =>
  loadConfig({
    DATABASE_URL: 'postgres://u:p@h/d',
    KAFKA_BROKERS: 'a:9092',
    ...(key !== undefined && { [name]: key }),
  });

describe('the operator key', () => {
  it('is absent unless it is set, and is never shown', () => {
    const key = `flo_${'0123456789abcdef'.repeat(2)}Zq8Lw2Xk5Vn1Bt7Rj4Hm9Cs3`;
    expect(load()[name]).toBeUndefined();
    expect(load(key)[name]?.reveal()).toBe(key);
    expect(JSON.stringify(load(key))).not.toContain(key);
  });

  it.each(['barsbarsbarsbarsbars', 'a'.repeat(200), '1234567890'.repeat(10)])(
    'is refused when it can be guessed: %s',
    (text) => {
      expect(() => load(`flo_${text}`)).toThrow(
        /FLOWLEDGER_OPERATOR_KEY: can be guessed: it has about \d+ bits, and 128 .*openssl rand/,
      );
    },
  );

  it('is refused with the prefix of API keys, so that one value cannot be both', () => {
    expect(() => load('fl_8aXkQ2mWz5Rv7Tn1Yc4Lp9Hs3Bd6Gf0Jw')).toThrow(/must be flo_ and/);
  });
});
