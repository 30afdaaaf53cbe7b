/** When the HTTP request block pauses, and for how long. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { call, onEnd, serve, stopServers, quickly } from './testing/servers.js';

afterEach(stopServers);

describe('the api block (waits)', () => {
  it('retries a 429 with Retry-After', async () => {
    const { url } = await serve((response, _, index) =>
      response.writeHead(index === 0 ? 429 : 200, { 'retry-after': '1' }).end(),
    );
    const run = await call({ url });
    const [failed] = run.failedAttempts;
    expect(run.output.status).toBe(200);
    expect(failed).toMatchObject({ attemptNumber: 1, status: 429 });
  });

  it('ends an attempt at timeoutMs, and a silent one at idleTimeoutMs', async () => {
    const timers: NodeJS.Timeout[] = [];
    onEnd(() => {
      for (const timer of timers) clearInterval(timer);
      return Promise.resolve();
    });
    const { url } = await serve((response, { url: path }) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('a');
      if (path === '/dripping') timers.push(setInterval(() => response.write('a'), 10));
    });
    const retry = { ...quickly, maxRetries: 0 };
    const dripping = await call({
      url: `${url}/dripping`,
      timeoutMs: 150,
      idleTimeoutMs: 5_000,
      retry,
    });
    expect(dripping.output.error?.code).toBe('TIMEOUT');
    const silent = await call({
      url: `${url}/silent`,
      timeoutMs: 60_000,
      idleTimeoutMs: 50,
      retry,
    });
    expect(silent.output.error?.code).toMatch(/TIMEOUT/);
  });

  it('starts no attempt that would pass totalTimeoutMs', async () => {
    const { url, calls } = await serve((response) => response.writeHead(503).end());
    const retry = { maxRetries: 20, initialDelayMs: 3_600_000, maxDelayMs: 3_600_000 };
    const run = await call({ url, totalTimeoutMs: 60_000, retry });
    expect([run.attempts, calls.length]).toEqual([1, 1]);
  });
});
