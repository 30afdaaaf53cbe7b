import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { workspaceChange } from '@libs/contracts';
import { CountedWorkspace, type Counters } from './counted-workspace.js';

const none = { running: 0, failedGroups: 0, approvalsWaiting: 0, deliveriesRetrying: 0 };
const ended = workspaceChange({ topic: 'executions', id: 'e', status: 'success' });

let counters: Counters | null;
let reads: number;
let readMs: number;
let workspace: CountedWorkspace;
let told: number[];
const tell = ({ running }: Counters): void => void told.push(running);

beforeEach(() => {
  jest.useFakeTimers();
  [counters, reads, readMs, told] = [none, 0, 0, []];
  workspace = new CountedWorkspace(async () => {
    reads += 1;
    const read = counters;
    if (readMs > 0) await new Promise((resolve) => setTimeout(resolve, readMs));
    return read;
  });
});
afterEach(() => {
  workspace.remove(tell);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

const after = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const running = (count: number): Counters => ({ ...none, running: count });

describe('the figures of a workspace', () => {
  it('are told to a page at once, to the next one without a reading', async () => {
    workspace.add(tell);
    await after(0);
    const other = (): void => void told.push(-1);
    workspace.add(other);
    expect([told, reads]).toEqual([[0, -1], 1]);
    workspace.remove(other);
  });

  it('are read at most every two seconds, and told when they changed', async () => {
    workspace.add(tell);
    await after(0);
    counters = running(1);
    for (let n = 0; n < 10; n += 1) {
      workspace.changed([ended]);
      await after(100);
    }
    expect([told, reads]).toEqual([[0], 1]);
    await after(1_000);
    expect([told, reads]).toEqual([[0, 1], 2]);
    workspace.missed();
    await after(2_000);
    expect([told, reads]).toEqual([[0, 1], 3]);
  });

  it('are read again when something changed during a reading', async () => {
    readMs = 500;
    workspace.add(tell);
    await after(100);
    counters = running(1);
    workspace.changed([ended]);
    await after(5_000);
    expect([told, reads]).toEqual([[0, 1], 2]);
  });

  it('are not read for what they do not count', async () => {
    workspace.add(tell);
    await after(0);
    workspace.changed([
      workspaceChange({ topic: 'executions', id: 'e', result: 'In Charge card' }),
      workspaceChange({ topic: 'workflows', id: 'w', status: 'updateWorkflow' }),
    ]);
    await after(10_000);
    expect(reads).toBe(1);
  });

  it('are read again in time after a failure, and while there are groups of errors', async () => {
    counters = null;
    workspace.add(tell);
    await after(0);
    counters = { ...running(2), failedGroups: 1 };
    await after(11_000);
    expect(told).toEqual([2]);
    counters = running(2);
    await after(60 * 60_000);
    expect([told, reads]).toEqual([[2, 2], 3]);
  });
});
