import { describe, expect, it } from '@jest/globals';
import type { ExecutionRequested, ExecutionResumeRequested } from '@libs/contracts';
import { createMemoryEventLog, type RecordAppender } from '@libs/event-log';
import { newHistory } from '@libs/execution';
import type { Command, ExecutionOrigin } from '../execution/command.js';
import { LedgerWriter } from './ledger-writer.js';
import { PartitionOwner } from './partition-owner.js';
import { RequestQueue, type QueuedRequest } from './request-queue.js';
import type { Takeover } from './takeover.js';
import { Suspects } from '../trials/suspects.js';

const request = (executionId: string): ExecutionRequested =>
  ({ executionId }) as ExecutionRequested;
const queued = (offset: number, executionId: string): QueuedRequest => ({
  offset,
  request: request(executionId),
  traceparent: null,
  sizeBytes: 1,
});

const byRequest = (requestOffset: number): ExecutionOrigin => ({
  request: null,
  requestOffset,
  traceparent: null,
  commands: [],
});
const resume = (offset: number, executionId: string): Command => ({
  kind: 'resume',
  executionId,
  offset,
  resume: { executionId } as ExecutionResumeRequested,
});
const cancel = (offset: number, executionId: string): Command => ({
  kind: 'cancel',
  executionId,
  offset,
  reason: 'enough',
});

function ownerAfter(takeover: Partial<Takeover>): { owner: PartitionOwner; pauses: boolean[] } {
  const pauses: boolean[] = [];
  const writer = new LedgerWriter(createMemoryEventLog().appender(), 0, 'writer', 100);
  const owner = new PartitionOwner(writer, new RequestQueue((paused) => void pauses.push(paused)), {
    writerId: 'writer',
    claimOffset: 100,
    claimedAtMs: 0,
    requestsFrom: 0,
    requestsTo: 0,
    controlFrom: 0,
    controlTo: 0,
    position: { offset: 7, claimOffset: 3 },
    unfinished: new Map(),
    resumed: new Map(),
    parked: new Map(),
    ended: new Set(),
    lastBegunOffset: -1,
    lastWokenOffset: -1,
    frozen: new Set(),
    ...takeover,
  });
  return { owner, pauses };
}

/** Its claim is at offset 100. Each execution that ends appends one event after it. */
function countedOwner() {
  let offset = 100;
  const append = () => Promise.resolve({ topic: 'events', partition: 0, offset: (offset += 1) });
  const address = { blockId: '', iteration: '', waitId: 0, data: null };
  const resumed = { ...address, sequence: 1, occurredAt: 0, controlOffset: 0, reason: 'timer' };
  const writer = new LedgerWriter({ append } as unknown as RecordAppender, 0, 'writer', 100);
  const { takeover } = ownerAfter({}).owner;
  let asked = 0;
  const owner = new PartitionOwner(
    writer,
    new RequestQueue(() => undefined),
    takeover,
    Suspects.none(),
    { onAwaited: () => (asked += 1) },
  );
  const ended = async (n: number): Promise<void> => {
    owner.admit(queued(n, `a-${n}`));
    await writer.append('ExecutionResumed', { ...resumed, executionId: `a-${n}` }, null);
    owner.end(`a-${n}`, byRequest(n));
  };
  return { owner, ended, asked: () => asked };
}

describe('a partition owner', () => {
  it('runs no request again that ended before the takeover', () => {
    const before = Array.from({ length: 12_000 }, (_, n) => `before-${n}`);
    const { owner } = ownerAfter({ ended: new Set(before) });
    for (let n = 0; n < 12_000; n += 1) owner.end(`since-${n}`, byRequest(50_000 + n));
    before.forEach((id, offset) => owner.admit(queued(offset, id)));
    expect(owner.next()).toBeUndefined();
    expect(owner.watermark().offset).toBe(12_000);
  });

  it('confirms a watermark once the ledger is read past the ends that moved it', async () => {
    const { owner, ended } = countedOwner();
    await ended(0);
    expect(owner.watermark().offset).toBe(1);
    expect(owner.confirmed().requests.offset).toBe(0);
    await ended(1);
    expect(owner.confirmed().requests.offset).toBe(0);
    owner.tail.read(102);
    // The second end has not been read.
    expect(owner.confirmed().requests.offset).toBeLessThan(2);
    expect(owner.tail.isConfirmed).toBe(false);
    owner.tail.read(103);
    expect([owner.tail.isConfirmed, owner.confirmed().requests.offset]).toEqual([true, 2]);
  });

  it('calls back once the ledger is read past the end', async () => {
    const { owner, ended, asked } = countedOwner();
    const acted: number[] = [];
    for (const n of [0, 1]) {
      await ended(n);
      owner.tail.whenConfirmed(() => acted.push(n));
    }
    expect([acted, asked(), owner.tail.isAwaited]).toEqual([[], 2, true]);
    owner.tail.read(102);
    expect([acted, owner.tail.isAwaited]).toEqual([[0], true]);
    owner.tail.read(103);
    expect([acted, owner.tail.isAwaited]).toEqual([[0, 1], false]);
    owner.tail.whenConfirmed(() => acted.push(2));
    expect([acted, asked()]).toEqual([[0, 1, 2], 2]);
  });

  it('never calls back after it has lost the partition', async () => {
    const { owner, ended } = countedOwner();
    const acted: number[] = [];
    await ended(0);
    owner.tail.whenConfirmed(() => acted.push(0));
    owner.abandon();
    owner.tail.read(102);
    owner.tail.whenConfirmed(() => acted.push(1));
    expect([acted, owner.tail.isAwaited]).toEqual([[], false]);
  });

  it('runs a duplicate request once', () => {
    const { owner } = ownerAfter({});
    owner.admit(queued(0, 'a'));
    owner.admit(queued(1, 'a'));
    expect(owner.next()?.origin.requestOffset).toBe(0);
    expect(owner.next()).toBeUndefined();
    expect(owner.watermark().offset).toBe(0);
    owner.end('a', byRequest(0));
    expect(owner.watermark().offset).toBe(2);
    owner.admit(queued(2, 'a'));
    expect(owner.next()).toBeUndefined();
  });

  it('continues a begun execution from its history and keeps its ledger position', () => {
    const history = newHistory('half');
    const { owner } = ownerAfter({
      unfinished: new Map([['half', history]]),
      lastBegunOffset: 0,
    });
    owner.admit(queued(0, 'half'));
    owner.admit(queued(1, 'fresh'));
    expect(owner.next()?.history).toBe(history);
    expect(owner.watermark().position).toEqual({ offset: 7, claimOffset: 3 });
    owner.end('half', byRequest(0));
    expect(owner.watermark()).toEqual({ offset: 1, position: { offset: 101, claimOffset: 100 } });
  });

  it('keeps the watermark before a frozen execution and does not run it', () => {
    const { owner } = ownerAfter({ frozen: new Set(['future']) });
    owner.admit(queued(0, 'future'));
    owner.admit(queued(1, 'b'));
    expect(owner.next()?.executionId).toBe('b');
    owner.end('b', byRequest(1));
    expect(owner.watermark().offset).toBe(0);
  });

  it('carries out no command for a frozen execution and keeps its offset open', () => {
    const { owner } = ownerAfter({ frozen: new Set(['future']) });
    expect(owner.admitCommand(cancel(0, 'future'))).toBe('routed');
    expect(owner.admitCommand(resume(1, 'future'))).toBe('routed');
    owner.admitCommand(resume(2, 'waits'));
    expect(owner.nextWoken()?.executionId).toBe('waits');
    expect(owner.nextWoken()).toBeUndefined();
    expect(owner.commandWatermark().offset).toBe(0);
  });

  it('leaves an execution to a newer engine, with request and commands open', () => {
    const { owner } = ownerAfter({});
    owner.admit(queued(0, 'new'));
    expect(owner.next()?.executionId).toBe('new');
    owner.leaveToNewer('new');
    expect(owner.admitCommand(cancel(0, 'new'))).toBe('routed');
    owner.admit(queued(1, 'new'));
    expect([owner.next(), owner.nextWoken()]).toEqual([undefined, undefined]);
    expect(owner.watermark().offset).toBe(0);
    expect(owner.commandWatermark().offset).toBe(0);
    expect(owner.frozenCount).toBe(1);
  });

  it('asks to pause when too many requests wait, and to resume once drained', () => {
    const { owner, pauses } = ownerAfter({});
    for (let offset = 0; offset < 2_100; offset += 1) owner.admit(queued(offset, `e${offset}`));
    expect(pauses).toEqual([true]);
    while (owner.next() !== undefined);
    expect(pauses).toEqual([true, false]);
  });

  it('passes the request of a parked execution and keeps its command open', () => {
    const { owner } = ownerAfter({ parked: new Map([['waits', 5]]) });
    owner.admit(queued(0, 'waits'));
    expect(owner.next()).toBeUndefined();
    expect(owner.watermark().offset).toBe(1);
    expect(owner.admitCommand(resume(0, 'waits'))).toBe('routed');
    const woken = owner.nextWoken();
    expect(woken?.executionId).toBe('waits');
    expect(owner.commandWatermark()).toEqual({
      offset: 0,
      position: { offset: 101, claimOffset: 100 },
    });
    owner.end('waits', woken!.origin);
    expect(owner.commandWatermark()).toEqual({ offset: 1, position: null });
  });

  it('wakes an execution once for several commands, and again for later ones', () => {
    const { owner } = ownerAfter({});
    owner.admitCommand(resume(0, 'waits'));
    owner.admitCommand(resume(1, 'waits'));
    const woken = owner.nextWoken();
    expect(woken?.origin.commands).toHaveLength(2);
    owner.admitCommand(resume(2, 'waits'));
    expect(owner.nextWoken()).toBeUndefined();
    owner.park('waits', woken!.origin);
    expect(owner.commandWatermark().offset).toBe(2);
    expect(owner.nextWoken()?.origin.commands.map(({ offset }) => offset)).toEqual([2]);
  });

  it('keeps every cancellation of an unread request and its offset open', () => {
    const { owner } = ownerAfter({});
    for (let n = 0; n < 6_000; n += 1)
      expect(owner.admitCommand(cancel(n, `later-${n}`))).toBe('unknown');
    owner.admit(queued(0, 'later-0'));
    expect(owner.commandWatermark().offset).toBe(0);
    for (let n = 0; n < 6_000; n += 1) owner.routeUnknown(cancel(n, `later-${n}`));
    expect(owner.next()?.origin.commands).toEqual([cancel(0, 'later-0')]);
    // The others have ended or are parked: loading their state decides.
    expect(owner.nextWoken()?.executionId).toBe('later-1');
  });

  it('keeps a slot grant that comes before its request', () => {
    const { owner } = ownerAfter({});
    const granted: Command = {
      kind: 'resume',
      executionId: 'early',
      offset: 0,
      resume: { executionId: 'early', reason: 'turn' } as ExecutionResumeRequested,
    };
    expect(owner.admitCommand(granted)).toBe('unknown');
    expect(owner.nextWoken()).toBeUndefined();
    owner.admit(queued(0, 'early'));
    owner.routeUnknown(granted);
    // The request starts the execution, which then holds the command.
    expect(owner.next()).toMatchObject({ executionId: 'early', origin: { commands: [granted] } });
    expect(owner.commandWatermark().offset).toBe(0);
    expect(owner.nextWoken()).toBeUndefined();
  });
});
