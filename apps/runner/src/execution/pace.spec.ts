import { describe, expect, it, jest } from '@jest/globals';
import type { ExecutionEvent } from '@libs/execution';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownExecution, plainRequest } from '../../../../test/support/owned-execution.js';
import { endOf, workflowOf } from '../testing/drawn-workflows.js';

const answer = () => Promise.resolve({});
const manyValues = workflowOf([
  { kind: 'loop', count: 5_000, failFast: true, body: [{ kind: 'value' }] },
]);
const ofMany = { request: plainRequest, workflow: manyValues, diesAfter: 0, pick: 0, answer };

describe('a live execution', () => {
  it('stops about 1,000 events ahead of the acknowledgements', async () => {
    const ledger: ExecutionEvent[] = [];
    let isTaking = false;
    let waiting: (() => void)[] = [];
    const acknowledged = (): Promise<void> =>
      isTaking ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
    const owned = ownExecution({ ...ofMany, ledger, acknowledged });
    while (ledger.length < 1_000) await sleep(5);
    await sleep(100);
    expect(ledger.length).toBeLessThan(1_100);
    isTaking = true;
    for (const acknowledge of waiting) acknowledge();
    waiting = [];
    await owned;
    expect(endOf(ledger).status).toBe('success');
  });

  it('starts nothing while the log is crowded', async () => {
    const ledger: ExecutionEvent[] = [];
    let isCrowded = true;
    const owned = ownExecution({ ...ofMany, ledger, isCrowded: () => isCrowded });
    await sleep(200);
    expect(ledger.map(({ type }) => type)).toEqual(['ExecutionStarted']);
    isCrowded = false;
    await owned;
    expect(endOf(ledger).status).toBe('success');
  });

  it('yields the event loop while it only computes', async () => {
    const clock = jest.spyOn(performance, 'now');
    let nowMs = 0;
    clock.mockImplementation(() => (nowMs += 1));
    const ledger: ExecutionEvent[] = [];
    let others = 0;
    const other = setInterval(() => (others += 1), 0);
    await ownExecution({ ...ofMany, ledger });
    clearInterval(other);
    clock.mockRestore();
    expect(endOf(ledger).status).toBe('success');
    expect(others).toBeGreaterThan(10);
  });
});
