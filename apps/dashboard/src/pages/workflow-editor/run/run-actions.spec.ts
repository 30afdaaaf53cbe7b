import { describe, expect, it } from '@jest/globals';
import { runActions, type RunActionContext } from './run-actions.js';
import type { Trial } from './trial.js';

const context: RunActionContext = {
  notAllowed: null,
  block: { id: 'charge', kind: 'block', inside: null },
  shown: { executionId: 'run', isLive: false },
  failedBlocks: [],
  start: () => undefined,
  askInput: () => undefined,
  select: () => undefined,
};
const reasons = (change: Partial<RunActionContext>) =>
  Object.fromEntries(
    Object.values(runActions({ ...context, ...change })).map(({ id, disabledReason }) => [
      id,
      disabledReason,
    ]),
  );

describe('what can be tried', () => {
  it('is all of it for a block of a run that has ended', () => {
    const started: Trial[] = [];
    const { to, from, only } = runActions({ ...context, start: (trial) => started.push(trial) });
    for (const action of [to, from, only]) action.run();
    expect(started).toEqual([
      { kind: 'to', blockId: 'charge' },
      { kind: 'from', blockId: 'charge', executionId: 'run' },
      { kind: 'only', blockId: 'charge', executionId: 'run' },
    ]);
    const { error: _, ...rest } = reasons({});
    expect(Object.values(rest).every((reason) => reason === null)).toBe(true);
  });

  it('is nothing for a viewer but the way to the error', () => {
    const { error, ...rest } = reasons({ notAllowed: 'no', failedBlocks: ['a'] });
    expect(error).toBeNull();
    expect(new Set(Object.values(rest))).toEqual(new Set(['no']));
  });

  it('goes on from a block only with results that are there', () => {
    for (const shown of [null, { executionId: 'run', isLive: true }]) {
      const { to, from, only } = reasons({ shown });
      expect([to, typeof from, from]).toEqual([null, 'string', only]);
    }
  });

  it.each(['trigger', 'note'] as const)('is nothing for a %s', (kind) => {
    const { draft, to, from } = reasons({ block: { id: 'x', kind, inside: null } });
    expect([draft, typeof to, from]).toEqual([null, 'string', to]);
  });

  it('leads up to a block in a body, and begins at the loop around it', () => {
    const { to, from } = reasons({ block: { id: 'x', kind: 'block', inside: 'Each line' } });
    expect(to).toBeNull();
    expect(from).toContain('Each line');
  });

  it('goes to each failed block in turn', () => {
    const found: string[] = [];
    const select = (id: string): void => void found.push(id);
    for (const id of ['elsewhere', 'a', 'b'])
      runActions({
        ...context,
        ...{ failedBlocks: ['a', 'b'], select },
        block: { id, kind: 'block', inside: null },
      }).error.run();
    expect(found).toEqual(['a', 'b', 'a']);
  });
});
