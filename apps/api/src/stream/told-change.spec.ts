import { describe, expect, it } from '@jest/globals';
import { logIdOf, workspaceChange } from '@libs/contracts';
import { changesText } from './told-change.js';

const toldBy = (text: string): unknown =>
  (JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as { changes: unknown[] }).changes[0];

const run = workspaceChange({
  topic: 'executions',
  id: '0197d3a0-0000-7000-8000-000000000001',
  workflowId: 'w',
  trigger: 'webhook',
  draft: false,
  startedAt: 0,
});
const identity = {
  id: run.id,
  logId: logIdOf(run.id),
  workflowId: 'w',
  trigger: 'webhook',
  draft: false,
  startedAt: '1970-01-01T00:00:00.000Z',
};

describe('execution.changed', () => {
  const told = (over: Partial<typeof run>): unknown =>
    toldBy(changesText('executions', [{ ...run, ...over }], 7));

  it('has the fields of the row of an ended execution', () => {
    const ended = {
      ...{ status: 'error', endedAt: 1_500, totalDurationMs: 1_500, costUsd: 0.25 },
      ...{ errorCode: 'HTTP_STATUS', errorBlock: 'Charge card', result: 'HTTP 402 in Charge card' },
    };
    expect(told(ended)).toEqual({ ...identity, ...ended, endedAt: '1970-01-01T00:00:01.500Z' });
  });

  it('leaves out what it does not know, and says when nothing is to be shown', () => {
    expect(told({ result: 'In Charge card' })).toEqual({ ...identity, result: 'In Charge card' });
    expect(told({ status: 'running', result: '' })).toEqual({
      ...{ ...identity, status: 'running', result: null },
    });
  });
});

describe('delivery.changed', () => {
  const delivery = { id: 'd', subscriptionId: 's', executionId: 'e', workflowId: 'w' };
  const told = (over: Partial<typeof run>): unknown =>
    toldBy(
      changesText(
        'deliveries',
        [workspaceChange({ topic: 'deliveries', ...delivery, ...over })],
        7,
      ),
    );

  it('has the state, the attempts and the next attempt', () => {
    const attempted = { status: 'pending', attempts: 2, lastStatus: 503, nextDueAt: 1_000 };
    expect(told(attempted)).toEqual({
      ...{ ...delivery, state: 'pending', attempts: 2, lastStatus: 503 },
      nextAttemptAt: '1970-01-01T00:00:01.000Z',
    });
  });

  it('says that an attempt had no answer, and that no other is due', () => {
    expect(told({ status: 'exhausted', attempts: 5 })).toEqual({
      ...{ ...delivery, state: 'exhausted', attempts: 5, lastStatus: null, nextAttemptAt: null },
    });
    expect(told({ status: 'dropped' })).toEqual({
      ...{ ...delivery, state: 'dropped', nextAttemptAt: null },
    });
  });
});

describe('workflow.changed', () => {
  const told = (revision: number | null): unknown => {
    const change = { topic: 'workflows', id: 'w', workflowId: 'w', status: 'updateWorkflow' };
    return toldBy(
      changesText('workflows', [workspaceChange({ ...change, by: 'me', revision })], 7),
    );
  };

  it('has the revision of the draft, unless it is not known', () => {
    const change = { id: 'w', action: 'updateWorkflow', by: 'me' };
    expect(told(7)).toEqual({ ...change, revision: 7 });
    expect(told(null)).toEqual(change);
  });
});

describe.each(['pins', 'tests'] as const)('what is beside a draft: %s', (topic) => {
  it('has the workflow, and who changed it', () => {
    const change = { topic, id: 'w', workflowId: 'w', by: 'me' };
    expect(toldBy(changesText(topic, [workspaceChange(change)], 7))).toEqual({
      workflowId: 'w',
      by: 'me',
    });
  });
});

describe('subscription.changed', () => {
  const told = (over: Partial<typeof run>): unknown =>
    toldBy(
      changesText(
        'subscriptions',
        [workspaceChange({ topic: 'subscriptions', id: 's', ...over })],
        7,
      ),
    );

  it('has the state of a breaker, since when, and its next probe', () => {
    expect(told({ status: 'open', startedAt: 0, nextDueAt: 5_000 })).toEqual({
      id: 's',
      breaker: {
        ...{ state: 'open', since: '1970-01-01T00:00:00.000Z' },
        nextProbeAt: '1970-01-01T00:00:05.000Z',
      },
    });
    expect(told({ status: 'closed' })).toEqual({
      id: 's',
      breaker: { state: 'closed', since: null, nextProbeAt: null },
    });
  });

  it('has no breaker when something else changed', () => {
    expect(told({ workflowId: 'w', by: 'me' })).toEqual({ id: 's', workflowId: 'w', by: 'me' });
  });
});
