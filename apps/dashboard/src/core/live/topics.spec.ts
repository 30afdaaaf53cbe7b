import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { messageOf, topics } from './topics.js';

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
    ['resync', '', { kind: 'resync', topics }],
    [
      'delivery.changed',
      '{"changes":[{"id":"d","state":"pending","attempts":1,"lastStatus":null}]}',
      {
        kind: 'deliveries',
        changes: [{ id: 'd', state: 'pending', attempts: 1, lastStatus: null }],
      },
    ],
    [
      'workflow.changed',
      '{"changes":[{"id":"w","action":"updateWorkflow","by":null,"revision":7},{"id":"v","action":"x","revision":"7"}]}',
      {
        kind: 'workflows',
        changes: [
          { id: 'w', action: 'updateWorkflow', by: null, revision: 7 },
          { id: 'v', action: 'x' },
        ],
      },
    ],
    [
      'notification.changed',
      '{"changes":[{"executionId":"e","kind":"approval-asked"}]}',
      { kind: 'notifications', changes: [{ executionId: 'e', kind: 'approval-asked' }] },
    ],
    [
      'pin.changed',
      '{"changes":[{"workflowId":"w","by":"u"},{"by":"u"}]}',
      { kind: 'pins', changes: [{ workflowId: 'w', by: 'u' }] },
    ],
    [
      'test.changed',
      '{"changes":[{"workflowId":"w","by":null}]}',
      { kind: 'tests', changes: [{ workflowId: 'w', by: null }] },
    ],
    [
      'subscription.changed',
      '{"changes":[{"id":"s","breaker":{"state":"open","since":null,"nextProbeAt":null}}]}',
      { kind: 'subscriptions', changes: [{ id: 's' }] },
    ],
    [
      'counters',
      '{"running":3,"failedGroups":4,"approvalsWaiting":2,"deliveriesRetrying":1}',
      {
        kind: 'counters',
        counters: { running: 3, failedGroups: 4, approvalsWaiting: 2, deliveriesRetrying: 1 },
      },
    ],
    ['counters', '{"running":3}', null],
    ['session.ended', '{}', { kind: 'ended' }],
    ['presence', '{"people":[]}', { kind: 'presence', people: [] }],
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
