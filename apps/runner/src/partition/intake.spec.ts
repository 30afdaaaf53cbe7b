import { describe, expect, it } from '@jest/globals';
import { encodeRecord, headers, topics } from '@libs/contracts';
import { createMemoryEventLog, type EventLog, type ReceivedRecord } from '@libs/event-log';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.js';
import { Intake, isLate } from './intake.js';
import { LedgerWriter } from './ledger-writer.js';
import { PartitionOwner } from './partition-owner.js';
import { RequestQueue } from './request-queue.js';

const executionId = '00000000-0000-4000-8000-000000000001';

function owner(): PartitionOwner {
  const writer = new LedgerWriter(createMemoryEventLog().appender(), 0, 'writer', 100);
  return new PartitionOwner(writer, new RequestQueue(() => undefined), {
    writerId: 'writer',
    claimOffset: 100,
    claimedAtMs: 0,
    requestsFrom: 0,
    requestsTo: 0,
    controlFrom: 0,
    controlTo: 0,
    position: { offset: 0, claimOffset: -1 },
    unfinished: new Map(),
    resumed: new Map(),
    parked: new Map(),
    ended: new Set(),
    lastBegunOffset: -1,
    lastWokenOffset: -1,
    frozen: new Set(),
  });
}

/** The intake of a partition whose log of requests holds one that has not been read. */
function intake(isParked: () => boolean): Intake {
  const endOffsets = (): Promise<Map<number, number>> => Promise.resolve(new Map([[0, 1]]));
  return new Intake({
    eventLog: { admin: { endOffsets } } as unknown as EventLog,
    appender: createMemoryEventLog().appender(),
    logger: pino({ level: 'silent' }),
    onWork: () => undefined,
    onPoison: () => undefined,
    clockAheadMs: () => 0,
    isParked: () => Promise.resolve(isParked()),
  });
}

const granted = {
  topic: topics.control,
  partition: 0,
  offset: 0,
  key: executionId,
  timestampMs: 0,
  headers: {},
  value: encodeRecord('ExecutionResumeRequested', {
    ...{ executionId, blockId: '', iteration: '', waitId: 1, data: null, requestedAt: 0 },
    reason: 'turn',
  }),
};

describe('intake', () => {
  it('wakes a parked execution while requests are still unread', async () => {
    const partition = owner();
    await intake(() => true).commands(partition, [granted]);
    const woken = await eventually('it is woken', () => partition.nextWoken());
    expect(woken.executionId).toBe(executionId);
  });

  it('delays a command for an unknown execution until the requests are read', async () => {
    const partition = owner();
    let asked = 0;
    await intake(() => (asked += 1) < 0).commands(partition, [granted]);
    await eventually('the read model was asked', () => asked > 1);
    expect(partition.nextWoken()).toBeUndefined();
    partition.skip(0);
    await eventually('it is woken', () => partition.nextWoken());
  });
});

const requestAt = (timestampMs: number, reservedAtMs?: number): ReceivedRecord => {
  const marks = reservedAtMs === undefined ? {} : { [headers.reservedAt]: String(reservedAtMs) };
  const source = { topic: 'requests', partition: 0, offset: 0 };
  return { ...source, key: null, value: null, headers: marks, timestampMs };
};
const claimedAtMs = 1_000_000;

describe('a request', () => {
  it('is late when it was appended long after its id was reserved', () => {
    const reservedAt = claimedAtMs + 60_000;
    expect(isLate(requestAt(reservedAt + 15_000, reservedAt), claimedAtMs)).toBe(false);
    expect(isLate(requestAt(reservedAt + 15_001, reservedAt), claimedAtMs)).toBe(true);
  });

  it('is late when its id was reserved before the claim or the clock is unknown', () => {
    expect(isLate(requestAt(claimedAtMs, claimedAtMs - 100), claimedAtMs)).toBe(true);
    expect(isLate(requestAt(claimedAtMs, claimedAtMs + 2_000), null)).toBe(true);
  });

  it('is never late without a reservation', () => {
    expect(isLate(requestAt(claimedAtMs), null)).toBe(false);
  });
});
