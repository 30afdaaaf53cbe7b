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

  it('say in words what works, and to owners what does not', () => {
    expect(factsOf({ status: 'ok' })).toEqual([{ name: 'Service', value: 'works' }]);
    const facts = factsOf({
      status: 'error',
      details: {
        versions: { node: 'v24.4.1', postgres: null, engines: [] },
        ...{ kafka: 'ok', postgres: 'error', consumers: null },
        problems: ['postgres: the database does not answer'],
      },
    });
    expect(facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Service: has a problem',
      'Problem: postgres: the database does not answer',
      'Kafka: works',
      'Postgres: does not answer',
      'Node.js: v24.4.1',
      'Engine of the runners: no runner holds a partition',
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
