/**
 * A ledger in memory with two partitions and a database for its read models, for the tests of a
 * spec file: opened before them, closed after them.
 */
import { afterAll, beforeAll } from '@jest/globals';
import { type Database, openDatabase } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import type { Projection } from '../../apps/projector/src/engine/projection.js';
import { rebuildProjection } from '../../apps/projector/src/rebuild/rebuild.js';
import { claimRecord } from './ledger-fixtures.js';
import { memoryLedger, type MemoryLedger } from './memory-ledger.js';
import { createMigratedDatabase } from './migrated-database.js';

export interface ProjectedLedger extends MemoryLedger {
  readonly database: Database;
  /** @param atMost records of a partition in one batch */
  projectAll(atMost: number): Promise<void>;
  rebuild(): Promise<unknown>;
}

const partitions = 2;

/** @param hasClaims each partition begins with the claim of a writer, as those of executions do */
export function openProjectedLedger(projection: Projection, hasClaims = true): ProjectedLedger {
  const opened = {} as ProjectedLedger;
  let close = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    const test = await createMigratedDatabase();
    const database = await openDatabase({ url: test.url, poolSize: 4, applicationName: 'test' });
    close = async () => {
      await database.close();
      await test.drop();
    };
    const ledger = memoryLedger(partitions, randomUUID());
    for (let partition = 0; hasClaims && partition < partitions; partition += 1)
      ledger.append(partition, claimRecord(partition, randomUUID()));
    Object.assign(opened, ledger, {
      database,
      projectAll: async (atMost: number) => {
        for (let n = 0; n < ledger.length(); n += atMost)
          await ledger.project(projection, database.pool, atMost);
      },
      rebuild: () => rebuildProjection({ projection, log: ledger.source, databaseUrl: test.url }),
    });
  });
  afterAll(() => close());
  return opened;
}
