import { describe, expect, it } from '@jest/globals';
import { agentText } from './agent-text.js';
import { inOrder } from './device-order.js';
import { expiresAt } from './expiry.js';
import { factsOf, lagOf } from './facts.js';

const now = Date.parse('2026-01-31T00:00:00Z');

describe('the settings', () => {
  it('end a key after days, or never', () => {
    expect([expiresAt('30', now), expiresAt('never', now)]).toEqual([
      ...['2026-03-02T00:00:00.000Z', null],
    ]);
  });

  it('say in words what works, and to owners the parts', () => {
    expect(factsOf({ status: 'ok' }, '0.1.0')).toEqual([{ term: 'Flowledger', value: '0.1.0' }]);
    const facts = factsOf(
      {
        status: 'error',
        details: {
          versions: { node: 'v24.4.1', postgres: '17.5', engines: [] },
          ...{ kafka: 'ok', postgres: 'error', consumers: null, problems: [] },
        },
      },
      '0.1.0',
    );
    expect(facts.map(({ term, value }) => `${term}: ${value}`)).toEqual([
      'Flowledger: 0.1.0',
      'Kafka: answers',
      'Postgres: 17.5, does not answer',
      'Node.js: 24.4.1',
      'Engine of the runners: no runner holds a partition',
    ]);
  });

  it.each([
    ['workflow.execution.events', 0, 'up to date', false],
    ['workflow.execution.events', 1, '1 record behind', true],
    ['webhook.delivery.delay.1m', 0, 'nothing waits', false],
    ['webhook.delivery.delay.1m', 4, '4 retries wait for their time', false],
  ])('say of %s with %d records ahead: %s', (topic, lag, text, isBehind) => {
    expect(lagOf({ topic, lag })).toEqual({ text, isBehind });
  });

  it('list this device first, then what was seen last', () => {
    const device = (id: string, lastSeenAt: string, current = false) => ({
      ...{ id, lastSeenAt, current, createdAt: lastSeenAt, address: '127.0.0.1', agent: null },
    });
    const seen = ['2026-01-03T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'] as const;
    const devices = [device('old', seen[1]), device('new', seen[0]), device('me', seen[2], true)];
    expect(inOrder(devices).map(({ id }) => id)).toEqual(['me', 'new', 'old']);
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
