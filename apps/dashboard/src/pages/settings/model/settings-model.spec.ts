import { describe, expect, it } from '@jest/globals';
import { agentText } from './agent-text.js';
import { expiresAt } from './expiry.js';
import { factsOf } from './facts.js';

const now = Date.parse('2026-01-31T00:00:00Z');

describe('the settings', () => {
  it('end a key after days, or never', () => {
    expect([expiresAt('30', now), expiresAt('never', now)]).toEqual([
      ...['2026-03-02T00:00:00.000Z', null],
    ]);
  });

  it('show every fact of the system by its path', () => {
    expect(factsOf({ version: '1', kafka: { ok: true, lag: [0, null] }, none: null })).toEqual([
      { name: 'version', value: '1' },
      { name: 'kafka.ok', value: 'true' },
      { name: 'kafka.lag.0', value: '0' },
    ]);
  });

  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14) AppleWebKit/605 (KHTML, like Gecko) Version/19 Safari/605',
      'Safari on macOS',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    ['curl/8.9', 'curl/8.9'],
    ['', null],
    [null, null],
  ])('name the device of %j', (agent, expected) => {
    expect(agentText(agent)).toBe(expected);
  });
});
