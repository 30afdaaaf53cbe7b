import { describe, expect, it } from '@jest/globals';
import { withChange, withTries } from './live-deliveries.js';

const dueAt = '2026-01-31T12:00:05.000Z';
const listed = { id: 'd', state: 'pending', attemptCount: 1, lastStatus: 503, nextDueAt: dueAt };

describe('a delivery in a list', () => {
  it('takes what the stream tells of it', () => {
    const change = { id: 'd', state: 'succeeded', attempts: 2, lastStatus: 200 };
    expect(withChange(listed, { ...change, nextAttemptAt: null })).toEqual({
      ...{ id: 'd', state: 'succeeded', attemptCount: 2, lastStatus: 200, nextDueAt: null },
    });
  });

  it('stays the same for a message that comes twice or late', () => {
    const same = { id: 'd', state: 'pending', attempts: 1, lastStatus: 503, nextAttemptAt: dueAt };
    expect(withChange(listed, same)).toBe(listed);
    expect(withChange(listed, { ...same, attempts: 0 })).toBe(listed);
  });
});

describe('the tries in a row of executions', () => {
  const row = (deliveries: object[]) => ({ executionId: 'e', deliveries: deliveries as never[] });
  const failing = { id: 'd', state: 'pending', attempts: ['failed'], nextAttemptAt: dueAt };

  it('begin with the first message and grow with each attempt', () => {
    const began = withTries(
      [{ executionId: 'e' }],
      [{ id: 'd', executionId: 'e', state: 'pending', attempts: 1, nextAttemptAt: dueAt }],
    );
    expect(began).toEqual([row([failing])]);
    const done = {
      id: 'd',
      executionId: 'e',
      state: 'succeeded',
      attempts: 3,
      nextAttemptAt: null,
    };
    expect(withTries(began, [done])).toEqual([
      row([{ ...done, executionId: undefined, attempts: ['failed', 'failed', 'ok'] }]),
    ]);
  });

  it('keep what they know when a message comes twice or late', () => {
    const [known] = [row([failing])];
    const late = { id: 'd', executionId: 'e', state: 'pending', attempts: 0, nextAttemptAt: dueAt };
    expect(withTries([known], [late, { ...late, attempts: 1 }])).toEqual([known]);
  });

  it('leave the rows of other executions alone', () => {
    const other = row([failing]);
    const change = { id: 'x', executionId: 'another', state: 'pending', attempts: 1 };
    expect(withTries([other], [change])[0]).toBe(other);
  });

  it('are at most as many as the API answers', () => {
    const changes = Array.from({ length: 9 }, (_, index) => ({
      ...{ id: String(index), executionId: 'e', state: 'pending', attempts: 30 },
    }));
    const [after] = withTries([row([])], changes);
    expect(after?.deliveries.map(({ attempts }) => (attempts as string[]).length)).toEqual([
      8, 8, 8, 8, 8,
    ]);
  });
});
