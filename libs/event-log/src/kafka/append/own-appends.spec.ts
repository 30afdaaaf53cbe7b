import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { OwnAppends, OwnBatch } from './own-appends.js';
import { PendingRecord } from './pending-record.js';

const ignore = () => undefined;

function batch(partition: number, baseOffset: number, count: number): OwnBatch {
  const own = new OwnBatch('t', partition, baseOffset, '-1');
  for (let n = 0; n < count; n += 1) {
    const value = Buffer.from(String(baseOffset + n));
    own.add(new PendingRecord({ topic: 't', key: null, value }, 10, ignore, ignore, ignore));
  }
  return own;
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the own appends of a process', () => {
  it('are read from any known offset up to the next foreign record', () => {
    const appends = fc.array(
      fc.record({
        partition: fc.nat(2),
        count: fc.integer({ min: 1, max: 4 }),
        isOwn: fc.boolean(),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(appends, (steps) => {
        const own = new OwnAppends({ maxBytes: 200, maxAgeMs: 60_000 });
        const logs: { isOwn: boolean }[][] = [[], [], []];
        for (const { partition, count, isOwn } of steps) {
          const log = logs[partition] ?? [];
          if (isOwn) own.note([batch(partition, log.length, count)]);
          log.push(...Array.from({ length: count }, () => ({ isOwn })));
          for (const [p, records] of logs.entries())
            for (let offset = 0; offset <= records.length; offset += 1) {
              const found = own.read('t', p, offset);
              if (found === null) continue;
              const end = offset + found.length;
              expect(found.map((message) => message.value?.toString())).toEqual(
                Array.from({ length: found.length }, (_, n) => String(offset + n)),
              );
              expect(records.slice(offset, end).every((record) => record.isOwn)).toBe(true);
              expect(records[end]?.isOwn ?? false).toBe(false);
            }
          // The last own batch is always there.
          if (isOwn) expect(own.read('t', partition, log.length - count)).toHaveLength(count);
        }
      }),
    );
  });

  it('have the time of the first send, or that of the broker', () => {
    const pending = new PendingRecord(
      { topic: 't', key: 'k', value: null },
      1,
      ignore,
      ignore,
      ignore,
    );
    jest.spyOn(Date, 'now').mockReturnValue(1_795_000_000_123);
    pending.take();
    const [ours, brokers] = ['-1', '77'].map((time) => new OwnBatch('t', 0, 5, time));
    ours?.add(pending);
    brokers?.add(pending);
    const message = { offset: '5', key: 'k', value: null, headers: {}, isControlRecord: false };
    expect(ours?.messages).toEqual([{ ...message, timestamp: '1795000000123' }]);
    expect(brokers?.messages).toEqual([{ ...message, timestamp: '77' }]);
  });

  it('are kept within a size and an age', () => {
    let nowMs = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const own = new OwnAppends({ maxBytes: 30, maxAgeMs: 5_000 });
    own.note([batch(0, 0, 2), batch(1, 0, 1)]);
    own.note([batch(0, 2, 1)]);
    expect([own.read('t', 0, 0), own.read('t', 0, 1)]).toEqual([null, null]);
    expect(own.read('t', 0, 2)).toHaveLength(1);
    expect(own.read('t', 1, 0)).toHaveLength(1);
    nowMs += 5_001;
    expect([own.read('t', 0, 2), own.read('t', 1, 0)]).toEqual([null, null]);
  });

  it('are followed only for topics with a reader', () => {
    const own = new OwnAppends();
    const ends = [own.follow(['a', 'b']), own.follow(['b'])];
    expect(['a', 'b', 'c'].map((topic) => own.isFollowed(topic))).toEqual([true, true, false]);
    ends[0]?.();
    expect(['a', 'b', 'c'].map((topic) => own.isFollowed(topic))).toEqual([false, true, false]);
  });
});
