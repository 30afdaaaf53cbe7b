import { describe, expect, it } from '@jest/globals';
import type { ExecutionRequested } from '@libs/contracts';
import { createMemoryEventLog } from '@libs/event-log';
import { newHistory } from '@libs/execution';
import { LedgerWriter } from './ledger-writer.js';
import { PartitionOwner } from './partition-owner.js';
import { RequestQueue, type QueuedRequest } from './request-queue.js';
import type { Takeover } from './takeover.js';

const request = (executionId: string): ExecutionRequested =>
  ({ executionId }) as ExecutionRequested;
const queued = (offset: number, executionId: string): QueuedRequest => ({
  offset,
  request: request(executionId),
  traceparent: null,
  sizeBytes: 1,
});

function ownerAfter(takeover: Partial<Takeover>): { owner: PartitionOwner; pauses: boolean[] } {
  const pauses: boolean[] = [];
  const writer = new LedgerWriter(createMemoryEventLog().appender(), 0, 'writer', 100);
  const owner = new PartitionOwner(writer, new RequestQueue((paused) => void pauses.push(paused)), {
    writerId: 'writer',
    claimOffset: 100,
    requestsFrom: 0,
    controlFrom: 0,
    place: { offset: 7, claimOffset: 3 },
    unfinished: new Map(),
    ended: new Set(),
    lastBegunOffset: -1,
    frozen: new Set(),
    ...takeover,
  });
  return { owner, pauses };
}

describe('partition owner', () => {
  it('runs no request again that had ended before the takeover, however many have ended since', () => {
    const before = Array.from({ length: 12_000 }, (_, n) => `before-${n}`);
    const { owner } = ownerAfter({ ended: new Set(before) });
    for (let n = 0; n < 12_000; n += 1) owner.settle(request(`since-${n}`), 50_000 + n);
    before.forEach((id, offset) => owner.admit(queued(offset, id)));
    expect(owner.next()).toBeUndefined();
    expect(owner.watermark().offset).toBe(12_000);
  });

  it('runs a request once when it stands in the log twice', () => {
    const { owner } = ownerAfter({});
    owner.admit(queued(0, 'a'));
    owner.admit(queued(1, 'a'));
    expect(owner.next()?.queued.offset).toBe(0);
    expect(owner.next()).toBeUndefined();
    expect(owner.watermark().offset).toBe(0);
    owner.settle(request('a'), 0);
    expect(owner.watermark().offset).toBe(2);
    owner.admit(queued(2, 'a'));
    expect(owner.next()).toBeUndefined();
  });

  it('goes on with the history of an execution that had begun, and keeps the place where it can be found', () => {
    const history = newHistory('half');
    const { owner } = ownerAfter({
      unfinished: new Map([['half', history]]),
      lastBegunOffset: 0,
    });
    owner.admit(queued(0, 'half'));
    owner.admit(queued(1, 'fresh'));
    expect(owner.next()?.history).toBe(history);
    expect(owner.watermark().place).toEqual({ offset: 7, claimOffset: 3 });
    owner.settle(request('half'), 0);
    expect(owner.watermark()).toEqual({ offset: 1, place: { offset: 101, claimOffset: 100 } });
  });

  it('holds the watermark for an execution with events from the future, and does not touch it', () => {
    const { owner } = ownerAfter({ frozen: new Set(['future']) });
    owner.admit(queued(0, 'future'));
    owner.admit(queued(1, 'b'));
    expect(owner.next()?.queued.request.executionId).toBe('b');
    owner.settle(request('b'), 1);
    expect(owner.watermark().offset).toBe(0);
  });

  it('asks to pause when too much waits, and to resume when it has drained', () => {
    const { owner, pauses } = ownerAfter({});
    for (let offset = 0; offset < 600; offset += 1) owner.admit(queued(offset, `e${offset}`));
    expect(pauses).toEqual([true]);
    while (owner.next() !== undefined);
    expect(pauses).toEqual([true, false]);
  });
});
