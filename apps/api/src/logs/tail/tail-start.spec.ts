import { describe, expect, it } from '@jest/globals';
import type { Database } from '@libs/persistence';
import fc from 'fast-check';
import { offsetsSince } from './tail-start.js';

interface Ended {
  readonly ledger_offset: number;
  readonly ended_at: Date;
}

const dayMs = 86_400_000;

function poolWith(partitions: ReadonlyMap<number, readonly Ended[]>) {
  let probes = 0;
  const query = ({ values }: { values: [string, number[], number[]] }) => {
    probes += 1;
    const [, asked, froms] = values;
    const rows = asked.flatMap((partition, at) => {
      const next = partitions
        .get(partition)
        ?.find(({ ledger_offset: offset }) => offset >= froms[at]!);
      return next === undefined ? [] : [{ partition, ...next }];
    });
    return Promise.resolve({ rows });
  };
  return { pool: { query } as unknown as Database['pool'], probes: () => probes };
}

/** Ends slightly out of order, within the allowed clock difference. */
const aPartition = fc
  .array(fc.record({ gap: fc.nat(50), stepMs: fc.nat(2 * dayMs), lateMs: fc.nat(dayMs - 1) }), {
    maxLength: 40,
  })
  .map((steps) => {
    let [offset, time] = [0, 0];
    return steps.map(({ gap, stepMs, lateMs }) => {
      offset += 1 + gap;
      time += stepMs;
      return { ledger_offset: offset, ended_at: new Date(time + lateMs) };
    });
  });

describe('the start of a tail', () => {
  it('skips no execution that ended at or after the requested time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aPartition, { minLength: 1, maxLength: 4 }),
        fc.nat(40 * dayMs),
        async (lists, sinceMs) => {
          const partitions = new Map(lists.map((list, partition) => [partition, list]));
          const ends = new Map(
            lists.map((list, partition) => [partition, (list.at(-1)?.ledger_offset ?? 0) + 7]),
          );
          const offsets = await offsetsSince(
            poolWith(partitions).pool,
            'w',
            new Date(sinceMs),
            ends,
          );
          for (const [partition, list] of partitions) {
            const left = list.filter(({ ledger_offset: at }) => at < offsets.get(partition)!);
            expect(left.filter(({ ended_at: at }) => at.getTime() >= sinceMs)).toEqual([]);
          }
        },
      ),
    );
  });

  it('finds the offset of one day earlier in 25 probes of ten million offsets', async () => {
    const list = Array.from({ length: 10_000 }, (_, n) => ({
      ledger_offset: n * 1_000,
      ended_at: new Date(n * 60_000),
    }));
    const { pool, probes } = poolWith(new Map([[0, list]]));
    const sinceMs = 9_000 * 60_000;
    const offsets = await offsetsSince(pool, 'w', new Date(sinceMs), new Map([[0, 10_000_000]]));
    expect(probes()).toBeLessThanOrEqual(25);
    // The first execution that counts, or the offset after the last one that does not.
    const first = list.find(({ ended_at: at }) => at.getTime() >= sinceMs - dayMs)!;
    expect(offsets.get(0)).toBeGreaterThan(first.ledger_offset - 1_000);
    expect(offsets.get(0)).toBeLessThanOrEqual(first.ledger_offset);
  });
});
