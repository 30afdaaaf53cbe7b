import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { messageOf } from './messages.js';

describe('messageOf', () => {
  it('reads changes and leaves out what it does not know', () => {
    const change = {
      ...{ id: 'e', workflowId: 'w', status: 'error', endedAt: null, trigger: 'webhook' },
      ...{ draft: false, totalDurationMs: 4_400, errorCode: 'TIMEOUT', errorBlock: 'Slow call' },
      ...{ costUsd: 0.5, result: null },
    };
    const wrong = { extra: 1, startedAt: 7 };
    const data = JSON.stringify({ changes: [{ ...change, ...wrong }, { id: 1 }, null] });
    expect(messageOf('execution.changed', data)).toEqual({ kind: 'executions', changes: [change] });
  });

  it.each([
    ['resync', '{"topic":"deliveries"}', { kind: 'resync', topics: ['deliveries'] }],
    ['resync', '', { kind: 'resync', topics: ['executions', 'deliveries', 'notifications'] }],
    ['notification.changed', '{"changes":[]}', { kind: 'notifications' }],
    ['session.ended', '{}', { kind: 'ended' }],
    ['presence', '{}', null],
    ['execution.changed', '{"changes":[]}', null],
  ])('reads %s %s', (event, data, expected) => {
    expect(messageOf(event, data)).toEqual(expected);
  });

  it('reads any text without throwing', () => {
    const data = fc.oneof(fc.string(), fc.json());
    const event = fc.constantFrom('execution.changed', 'resync', 'delivery.changed');
    fc.assert(fc.property(event, data, (name, text) => void messageOf(name, text)));
  });
});
