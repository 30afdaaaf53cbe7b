import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryEventLog } from '@libs/event-log';
import { openDatabase, type Database } from '@libs/persistence';
import { pino } from 'pino';
import { createMigratedDatabase } from '../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../test/support/stack.js';
import { LogCensus, noteFirst, type LogOffsets } from './log-census.js';

const topic = 'records';
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

beforeEach(() => database.pool.query('truncate census_note'));

/** Simulates a start of Postgres, perhaps from an older copy. */
const startAgain = (): Promise<unknown> =>
  database.pool.query("update census_done set instance = 'before'");

async function census(fail: () => boolean = () => false) {
  const eventLog = createMemoryEventLog();
  await eventLog.admin.ensureTopics([{ name: topic, partitions: 2, config: {} }]);
  const appender = eventLog.appender();
  const restored: string[] = [];
  let begins: LogOffsets = new Map();
  const part = new LogCensus({
    ...{ subject: 'keys', topic, database, eventLog, logger: pino({ level: 'silent' }) },
    storedTo: () => eventLog.admin.endOffsets(topic),
    beginAt: () => Promise.resolve(begins),
    restore: (records) => {
      if (fail()) return Promise.reject(new Error('refused'));
      restored.push(...records.map(({ value }) => String(value)));
      return Promise.resolve();
    },
  });
  return {
    part,
    restored,
    beginAt: (offsets: LogOffsets) => (begins = offsets),
    append: (text: string, partition = 0) =>
      appender.append({ topic, partition, key: null, value: Buffer.from(text) }),
  };
}

describe('a log census', () => {
  it('reads nothing while Postgres keeps running', async () => {
    const { part, restored, append } = await census();
    await append('a');
    await part.take();
    await append('b');
    await part.take();
    expect(restored).toEqual([]);
  });

  it('reads the records since the last note once after a restart of Postgres', async () => {
    const { part, restored, append } = await census();
    await append('a');
    await part.take();
    await append('b');
    await append('c', 1);
    await startAgain();
    await part.take();
    await part.take();
    expect(restored.toSorted()).toEqual(['b', 'c']);
  });

  it('starts at beginAt if nothing was noted, or else at the end of the log', async () => {
    const { part, restored, append, beginAt } = await census();
    for (const text of ['a', 'b']) await append(text);
    await append('c', 1);
    beginAt(new Map([[0, 1]]));
    await startAgain();
    await part.take();
    expect(restored).toEqual(['b']);
  });

  it('starts at the first note in a database copied before its first round', async () => {
    const { part, restored, append } = await census();
    await append('a');
    await noteFirst(database, 'keys', new Map([[0, 1]]));
    await append('b');
    // Comes too late: the database has a note.
    await noteFirst(database, 'keys', new Map([[0, 2]]));
    await startAgain();
    await part.take();
    expect(restored).toEqual(['b']);
  });

  it('is incomplete until every record is restored', async () => {
    let refuse = true;
    const { part, restored, append } = await census(() => refuse);
    await part.take();
    await append('a');
    await startAgain();
    await expect(part.take()).rejects.toThrow('refused');
    refuse = false;
    await part.take();
    expect(restored).toEqual(['a']);
  });

  it('notes nothing if the database was replaced meanwhile', async () => {
    const { part, restored, append } = await census();
    await part.take();
    await append('a');
    // Another process wrongly finds it complete: that must not be noted.
    const query = database.pool.query.bind(database.pool);
    const pool = {
      query: async (...asked: Parameters<typeof query>) => {
        const answer = await (query as (...all: unknown[]) => Promise<unknown>)(...asked);
        return typeof asked[0] === 'string' && asked[0].includes('is_complete')
          ? { rows: [{ instance: 'gone', is_complete: true }] }
          : answer;
      },
    };
    const late = new LogCensus({
      ...{ subject: 'keys', topic, logger: pino({ level: 'silent' }) },
      database: { pool: pool as never },
      eventLog: createMemoryEventLog(),
      storedTo: () => Promise.resolve(new Map([[0, 1]])),
      beginAt: () => Promise.resolve(new Map()),
      restore: () => Promise.resolve(),
    });
    await late.take();
    await startAgain();
    await part.take();
    expect(restored).toEqual(['a']);
  });
});
