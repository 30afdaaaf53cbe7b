import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { openDatabase, type Database } from '@libs/persistence';
import { createMigratedDatabase } from '../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../test/support/stack.js';
import { DatabaseOffsetJournal } from './offset-journal.js';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ url: test.url, poolSize: 2, applicationName: 'test' });
});

afterAll(async () => {
  await database.close();
  await test.drop();
});

const journalOf = (clusterId: string) =>
  new DatabaseOffsetJournal({
    pool: database.pool,
    logger: { info: () => undefined, warn: () => undefined },
    clusterId: () => Promise.resolve(clusterId),
  });

it('keeps the newest commit per cluster, group and partition after a restart', async () => {
  const journal = journalOf('one');
  journal.note('g', [{ topic: 't', partition: 0, offset: 3, metadata: 'old' }]);
  journal.note('g', [
    { topic: 't', partition: 0, offset: 5, metadata: 'new' },
    { topic: 't', partition: 1, offset: 9_007_199_254_740_991 },
  ]);
  journal.note('h', [{ topic: 't', partition: 0, offset: 1 }]);
  await journal.close();
  const other = journalOf('two');
  other.note('g', [{ topic: 't', partition: 0, offset: 8 }]);
  await other.close();

  const next = journalOf('one');
  const noted = [...(await next.read('g'))].sort((a, b) => a.partition - b.partition);
  expect(noted).toEqual([
    { topic: 't', partition: 0, offset: 5, metadata: 'new' },
    { topic: 't', partition: 1, offset: 9_007_199_254_740_991, metadata: '' },
  ]);
  next.note('g', [{ topic: 't', partition: 0, offset: 2 }]);
  await next.close();
  expect(await next.read('g')).toContainEqual(expect.objectContaining({ partition: 0, offset: 2 }));
});

it('closes while the database hangs', async () => {
  const journal = journalOf('four');
  journal.note('g', [{ topic: 't', partition: 0, offset: 1 }]);
  const query = jest
    .spyOn(database.pool, 'query')
    .mockImplementationOnce(() => new Promise(() => undefined) as never);
  await journal.close();
  query.mockRestore();
  expect(await journal.read('g')).toEqual([]);
});

it('repeats a write that failed', async () => {
  const journal = journalOf('three');
  journal.note('g', [
    { topic: 't', partition: 0, offset: 1 },
    { topic: 't', partition: 1, offset: 1 },
  ]);
  const query = jest
    .spyOn(database.pool, 'query')
    .mockImplementationOnce(() => Promise.reject(new Error('away')) as never);
  await journal.close();
  journal.note('g', [{ topic: 't', partition: 1, offset: 2 }]);
  await journal.close();
  query.mockRestore();
  const noted = [...(await journal.read('g'))].map(({ offset }) => offset).sort();
  expect(noted).toEqual([1, 2]);
});
