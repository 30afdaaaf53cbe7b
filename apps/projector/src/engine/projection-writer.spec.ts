import { describe, expect, it } from '@jest/globals';
import type { Database } from '@libs/persistence';
import { ProjectionWriter, type ProjectedBatch } from './projection-writer.js';
import { tableRows } from './table-write.js';

const table = { source: 'things', columns: { partition: 'int' }, subqueries: 'done as (select 1)' };

const batchOf = (partition: number, rows: number, bytes = 0): ProjectedBatch => ({
  bytes,
  move: { partition, expectedOffset: 0, nextOffset: rows, claimOffset: 0 },
  rows: [
    tableRows(
      table,
      Array.from({ length: rows }, () => ({ partition })),
    ),
  ],
});

/** A database that answers on demand and shows which partitions each statement moves. */
function blockedPool() {
  const inFlight: { readonly partitions: number[]; readonly answer: () => void }[] = [];
  const query = ({ values }: { values: [string, string, number[]] }) =>
    new Promise((resolve) => {
      const partitions = values[2];
      const answer = (): void => resolve({ rows: partitions.map((partition) => ({ partition })) });
      inFlight.push({ partitions, answer });
    });
  return { pool: { query } as unknown as Database['pool'], inFlight };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the projection writer', () => {
  it('runs two statements at once for large batches, and the next after an answer', async () => {
    const { pool, inFlight } = blockedPool();
    const writer = new ProjectionWriter(pool, 'p', 't');
    const writes = [0, 1, 2, 3].map((partition) => writer.write(batchOf(partition, 1_000)));
    await turn();
    expect(inFlight.map(({ partitions }) => partitions)).toEqual([[0], [1]]);
    inFlight[0]!.answer();
    expect(await writes[0]).toBe(true);
    await turn();
    expect(inFlight.map(({ partitions }) => partitions)).toEqual([[0], [1], [2]]);
    for (let at = 1; at < 4; at += 1) {
      inFlight[at]!.answer();
      expect(await writes[at]).toBe(true);
      await turn();
    }
  });

  it('collects small batches into the next statement while one is in flight', async () => {
    const { pool, inFlight } = blockedPool();
    const writer = new ProjectionWriter(pool, 'p', 't');
    const first = [0, 1].map((partition) => writer.write(batchOf(partition, 10)));
    await turn();
    const later = [2, 3, 4].map((partition) => writer.write(batchOf(partition, 10)));
    await turn();
    expect(inFlight.map(({ partitions }) => partitions)).toEqual([[0, 1]]);
    inFlight[0]!.answer();
    expect(await Promise.all(first)).toEqual([true, true]);
    await turn();
    expect(inFlight.map(({ partitions }) => partitions)).toEqual([
      [0, 1],
      [2, 3, 4],
    ]);
    inFlight[1]!.answer();
    expect(await Promise.all(later)).toEqual([true, true, true]);
  });
});
