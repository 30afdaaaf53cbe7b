import { describe, expect, it } from '@jest/globals';
import { mergedChange, workspaceChange } from './merged-change.js';

const run = { topic: 'executions', id: 'e' };
const delivery = { topic: 'deliveries', id: 'd' };
const began = workspaceChange({
  ...run,
  workflowId: 'w',
  trigger: 'api',
  draft: false,
  startedAt: 1,
});
const ended = workspaceChange({
  ...{ ...run, workflowId: 'w', trigger: 'api', draft: false, startedAt: 1 },
  ...{ status: 'error', endedAt: 2, totalDurationMs: 1, errorCode: 'TIMEOUT', result: 'TIMEOUT' },
});

describe('merged changes of an execution', () => {
  it('keep what the later one does not say', () => {
    const block = workspaceChange({ ...run, result: 'In Charge card' });
    expect(mergedChange(began, block)).toEqual({ ...began, result: 'In Charge card' });
    const cleared = mergedChange(
      mergedChange(began, block),
      workspaceChange({ ...run, result: '' }),
    );
    expect(cleared.result).toBe('');
  });

  it('end with its end, also when the start is read after it', () => {
    expect(mergedChange(began, ended)).toEqual(ended);
    expect(mergedChange(ended, began)).toEqual(ended);
  });
});

describe('merged changes of a delivery', () => {
  const attempt = workspaceChange({
    ...delivery,
    status: 'pending',
    attempts: 1,
    lastStatus: 503,
    nextDueAt: 9,
  });

  it('have the state, the status and the due time of the later one', () => {
    const silent = workspaceChange({ ...delivery, status: 'exhausted', attempts: 2 });
    expect(mergedChange(attempt, silent)).toEqual(silent);
    const resent = workspaceChange({ ...delivery, status: 'pending', nextDueAt: 12 });
    expect(mergedChange(attempt, resent)).toEqual({ ...attempt, nextDueAt: 12 });
  });

  it('take only the identity of a schedule that is read after its attempt', () => {
    const scheduled = workspaceChange({
      ...{ ...delivery, status: 'pending', attempts: 0, nextDueAt: 1 },
      ...{ workflowId: 'w', executionId: 'e' },
    });
    const whole = { ...attempt, workflowId: 'w', executionId: 'e' };
    expect(mergedChange(attempt, scheduled)).toEqual(whole);
    expect(mergedChange(scheduled, attempt)).toEqual(whole);
  });
});
