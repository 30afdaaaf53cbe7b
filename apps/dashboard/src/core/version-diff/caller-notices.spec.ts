import { describe, expect, it } from '@jest/globals';
import type { DrawnDefinition } from '../workflow-graph/workflow-graph.js';
import { callerNotices, isNoticed } from './caller-notices.js';

type Config = DrawnDefinition['blocks'][number]['config'];

const definition = (type: string, trigger: Config, answer: Config = {}): DrawnDefinition => ({
  blocks: [
    { id: 'start', type, name: 'Start', config: trigger },
    { id: 'accept', type: 'response', name: 'Accept', config: answer },
  ],
  edges: [{ from: 'start', to: 'accept' }],
});

const hook = (config: Config = {}, answer: Config = {}): DrawnDefinition =>
  definition('webhook', { path: 'orders', ...config }, answer);
const nightly = (cron: string): DrawnDefinition => definition('schedule', { cron });
const times = (cron: string) => ({ cron, everySeconds: null, timezone: 'UTC' });

describe('what callers notice', () => {
  it('is nothing but that the URL stays, for the same version', () => {
    const notices = callerNotices(hook(), hook());
    expect(notices).toEqual([{ kind: 'url', before: 'orders', after: 'orders' }]);
    expect(notices.some(isNoticed)).toBe(false);
  });

  it('is the URL and its secrets, for the first deployment', () => {
    const auth = { type: 'bearer', secret: '{{ORDER_KEY}}' };
    expect(callerNotices(null, hook({ auth }))).toEqual([
      { kind: 'first' },
      { kind: 'url', before: null, after: 'orders' },
      { kind: 'secret', name: 'ORDER_KEY' },
    ]);
  });

  it('is another path, another method and another check of the URL', () => {
    const changed = hook({ path: 'intake', methods: ['PUT'], allowedIps: ['192.0.2.1'] });
    expect(callerNotices(hook(), changed)).toEqual([
      { kind: 'url', before: 'orders', after: 'intake' },
      { kind: 'methods', added: ['PUT'], removed: ['POST'] },
      { kind: 'checks' },
    ]);
  });

  it('is a schedule that starts where a URL was', () => {
    expect(callerNotices(hook(), nightly('0 6 * * *'))).toEqual([
      { kind: 'trigger', before: 'webhook', after: 'schedule' },
      { kind: 'url', before: 'orders', after: null },
      { kind: 'schedule', before: null, after: times('0 6 * * *') },
    ]);
  });

  it.each([
    ['0 6 * * *', false],
    ['0 7 * * *', true],
  ])('is a schedule with the times %s: %s', (cron, expected) => {
    const notices = callerNotices(nightly('0 6 * * *'), nightly(cron));
    expect(notices).toEqual([{ kind: 'schedule', before: times('0 6 * * *'), after: times(cron) }]);
    expect(notices.some(isNoticed)).toBe(expected);
  });

  it('is another status, and the fields that an answer gets or loses', () => {
    const old = hook({}, { status: 201, body: { id: '<start.body.id>', note: '' } });
    const current = hook({}, { body: { id: '<start.body.id>', orderId: 1 } });
    expect(callerNotices(old, current).filter(({ kind }) => kind !== 'url')).toEqual([
      { kind: 'status', block: 'Accept', before: '201', after: '200' },
      { kind: 'answer', block: 'Accept', added: ['orderId'], removed: ['note'] },
    ]);
  });

  it('names secrets that it did not read before', () => {
    const old = hook({}, { body: '{{A}}' });
    const notices = callerNotices(old, hook({}, { body: '{{ A }} {{B}}' }));
    expect(notices.filter(({ kind }) => kind === 'secret')).toEqual([
      { kind: 'secret', name: 'B' },
    ]);
  });
});
