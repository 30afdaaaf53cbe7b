import { describe, expect, it } from '@jest/globals';
import { ChildRuns, type ChildRun } from './child-runs.js';

describe('a child run', () => {
  it('is refused with CHILD_TOO_DEEP under a parent at depth ten', async () => {
    const asked: unknown[] = [];
    const pool = { query: (...query: unknown[]) => (asked.push(query), { rows: [] }) };
    const runs = new ChildRuns({ pool } as never, {} as never, {} as never, () => ({}) as never);
    const childAt = (depth: number): ChildRun =>
      ({
        executionId: 'x',
        workflowId: 'w',
        started: { parent: { depth } },
        repeat: false,
      }) as never;
    await expect(runs.request(childAt(10), 0)).rejects.toMatchObject({ code: 'CHILD_TOO_DEEP' });
    expect(asked).toEqual([]);
    await expect(runs.request(childAt(9), 0)).rejects.toMatchObject({
      code: 'WORKFLOW_NOT_DEPLOYED',
    });
  });
});
