import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { retryUntil } from './retry-until.js';

const logger = pino({ enabled: false });

describe('retryUntil', () => {
  it('retries after a transient error', async () => {
    let tries = 0;
    const attempt = (): Promise<number> =>
      (tries += 1) < 3 ? Promise.reject(new Error('away')) : Promise.resolve(tries);
    expect(await retryUntil('it', logger, attempt)).toBe(3);
  });

  it('rejects when it is stopped between two attempts', async () => {
    const stop = new AbortController();
    const attempt = (): Promise<never> => {
      stop.abort(new Error('stopped'));
      return Promise.reject(new Error('away'));
    };
    const waiting = retryUntil('it', logger, attempt, { stopped: stop.signal });
    await expect(waiting).rejects.toThrow('stopped');
  });

  it('throws an error that is not transient', async () => {
    const attempt = (): Promise<never> => Promise.reject(new Error('wrong key'));
    await expect(retryUntil('it', logger, attempt, { isPassing: () => false })).rejects.toThrow(
      'wrong key',
    );
  });
});
