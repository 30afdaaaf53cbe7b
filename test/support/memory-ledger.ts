/**
 * An in-memory ledger for rebuilds, and projectors that race over it, for tests of the read models.
 */
import type { OutgoingRecord } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { loadCheckpoint } from '../../apps/projector/src/engine/checkpoint.js';
import { foldBatch } from '../../apps/projector/src/engine/fold-batch.js';
import { ProjectionWriter } from '../../apps/projector/src/engine/projection-writer.js';
import type { Projection } from '../../apps/projector/src/engine/projection.js';
import type { LedgerSource } from '../../apps/projector/src/rebuild/refold.js';
import { received } from './ledger-fixtures.js';

export interface MemoryLedger {
  readonly source: LedgerSource;
  append(partition: number, ...records: readonly OutgoingRecord[]): void;
  /** Number of records in all partitions. */
  length(): number;
  /** Ids of all executions that have a record. */
  executions(): string[];
  /**
   * Projects up to `atMost` records of each partition from its checkpoint, like one of several
   * projectors.
   */
  project(projection: Projection, pool: Database['pool'], atMost: number): Promise<void>;
}

export function memoryLedger(partitions: number, clusterId: string): MemoryLedger {
  const logs: OutgoingRecord[][] = Array.from({ length: partitions }, () => []);
  const offsets = (of: (log: OutgoingRecord[]) => number): Promise<Map<number, number>> =>
    Promise.resolve(new Map(logs.map((log, partition) => [partition, of(log)])));
  const slice = (partition: number, from: number, until: number) =>
    logs[partition]!.slice(from, until).map((record, index) => received(record, from + index));
  return {
    source: {
      admin: {
        clusterId: () => Promise.resolve(clusterId),
        endOffsets: () => offsets((log) => log.length),
        startOffsets: () => offsets(() => 0),
      },
      readRange: async ({ partition }, from, until, onRecords) => {
        for (let at = from; at < until; at += 50)
          await onRecords(slice(partition, at, Math.min(until, at + 50)));
      },
    },
    append: (partition, ...records) => void logs[partition]!.push(...records),
    length: () => logs.reduce((sum, log) => sum + log.length, 0),
    executions: () => [...new Set(logs.flat().flatMap(({ key }) => key ?? []))],
    project: async (projection, pool, atMost) => {
      const { name, topic } = projection;
      const writer = new ProjectionWriter(pool, name, topic);
      await Promise.all(
        logs.map(async (log, partition) => {
          const scope = { projection: name, topic, clusterId };
          const from = await loadCheckpoint(pool, scope, partition, log.length);
          const records = slice(partition, from.nextOffset, from.nextOffset + atMost);
          const { next, rows, bytes } = foldBatch(projection, partition, from, records);
          if (records.length === 0) return;
          await writer.write({
            move: { partition, expectedOffset: from.nextOffset, ...next },
            rows,
            bytes,
          });
        }),
      );
    },
  };
}
